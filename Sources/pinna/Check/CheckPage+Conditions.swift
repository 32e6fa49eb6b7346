import Boards
import Diagnostics
import Drawings
import Essentials

/// The part of the page about the conditions of the measurement.
extension CheckPage {
  /// Adds a line for each condition.
  func addConditions(to page: inout HTMLPage) {
    let rows = conditions.map {
      "<dt>\(SVG.escaped($0.name))</dt><dd>\(SVG.escaped($0.text))</dd>\n"
    }
    page.section(title: "How it was measured", remark: "board, device, date") {
      $0.raw("<dl class=\"facts\">\n\(rows.joined())</dl>\n")
    }
  }

  private var conditions: [(name: String, text: String)] {
    var conditions: [(name: String, text: String)] = [
      ("Board", "\(board.name) (\(board.id))"), ("Origin of the figures", board.source),
      ("Calibration", board.calibration.rawValue), ("Device", report.deviceWords),
    ]
    if let record = report.record {
      let (asked, got) = (record.request, record.grant)
      let heard = Double(record.sound.frames) / Double(record.sound.rate)
      conditions += [
        ("Requested", Self.words(asked.format, asked.channels, asked.rate, asked.period)),
        (
          "Granted",
          Self.words(got.format, got.channels, got.rate, got.period)
            + ", a buffer of \((1000 * Double(got.buffer) / Double(got.rate)).text(digits: 0)) ms"
        ),
        (
          "Sound",
          "\(report.seconds.shortText(digits: 1)) s requested, \(heard.text(digits: 1)) s analysed without a gap"
        ),
      ]
    }
    conditions.append(("Date", date))
    return conditions
  }

  /// The date in a form such as "2026-11-22 09:30:00 +01:00".
  var date: String {
    let parts = CheckupReport.text(report.time).split(separator: "T")
    let time = parts.last.map { "\($0.prefix(8)) \($0.dropFirst(8))" } ?? ""
    return "\(parts.first ?? "") \(time)"
      + (report.time.isSet ? "" : ", from a clock that was never set")
  }

  private static func words(
    _ format: CaptureFormat, _ channels: Int, _ rate: Int, _ period: Int
  ) -> String {
    "\(format.rawValue), \(channels.counted("channel")), \(rate) Hz, periods of \(period) frames"
  }
}

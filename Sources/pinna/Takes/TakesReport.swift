import Face
import TakeFiles

/// A sound report for post production, as comma-separated values with one line for each file of the takes.
///
/// - Source: RFC 4180, but with the line ends that are usual on this system.
struct TakesReport {
  private static let titles = [
    "File", "Scene", "Take", "Date", "Start", "Length", "Rate", "Bits", "Channels", "Tracks",
    "Markers", "Gaps", "Notes", "Judgement",
  ]

  /// The line of titles, and the lines about the files.
  let lines: [String]

  init(_ takes: [TakeSet]) {
    let rows = takes.flatMap { take in
      take.files.map { Self.row($0, of: take) } + take.damaged.map(Self.row)
    }
    lines = ([Self.titles] + rows).map { row in
      row.map(Self.quoted).joined(separator: ",")
    }
  }

  /// The facts about a file; scene and take come from its iXML.
  private static func row(_ file: TakeFile, of take: TakeSet) -> [String] {
    let metadata = file.metadata
    let isOurs = file.origin == .pinna
    let own = metadata.markers.filter {
      (metadata.firstFrame..<(metadata.firstFrame + max(1, file.frames))).contains($0.frame)
    }
    let markers = own.map { marker in
      let place = TakeText.place(frame: marker.frame - metadata.firstFrame, rate: file.rate)
      return marker.label.isEmpty ? place : "\(place) \(marker.label)"
    }
    // Remarks have the scene and the take of another recorder's iXML.
    func stated(_ word: String) -> String? {
      guard !isOurs else { return nil }
      let note = metadata.notes.first { $0.hasPrefix(word + " ") }
      return note.map { String($0.dropFirst(word.count + 1)) }
    }
    let isDated = isOurs || metadata.isClockSet
    let end = file.isInProgress ? ["not finished"] : isOurs ? [metadata.endWords] : []
    return [
      file.fileName,
      isOurs ? metadata.title ?? metadata.date.dayText : stated("scene") ?? "",
      stated("take") ?? String(metadata.take.split(separator: "_").last ?? ""),
      isDated ? metadata.dateText : "",
      isDated && metadata.hasTimeOfDay
        ? TakeText.place(frame: metadata.timeReference, rate: file.rate) : "",
      TakeText.place(frame: file.frames, rate: file.rate), "\(file.rate)",
      file.bits.map { "\($0)" } ?? "", "\(file.channels)",
      metadata.tracks.map(\.name).joined(separator: " "), markers.joined(separator: "; "),
      "\(metadata.gapTotals.count)",
      ([metadata.note].compactMap { $0 } + metadata.notes + end).joined(separator: "; "),
      metadata.rating?.rawValue ?? "",
    ]
  }

  /// The fields for a file that cannot be read: its name and, as a note, the reason.
  private static func row(_ damaged: TakeSet.Damaged) -> [String] {
    titles.map { title in
      switch title {
      case "File": TakeName.fileName(of: damaged.path)
      case "Notes": damaged.error.description
      default: ""
      }
    }
  }

  /// A field in quotes, which a spreadsheet cannot mistake for a formula.
  private static func quoted(_ text: String) -> String {
    let plain = text.printable
    let safe = ["=", "+", "-", "@"].contains { plain.hasPrefix($0) } ? "'" + plain : plain
    return safe.contains { $0 == "," || $0 == "\"" }
      ? "\"" + safe.replacing("\"", with: "\"\"") + "\"" : safe
  }
}

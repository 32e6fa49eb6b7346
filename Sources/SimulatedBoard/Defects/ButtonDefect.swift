import Boards
import Recorder
import TOML

/// The defects of a button of the hardware: a table `[hardware.buttons.record]` of a scenario.
package struct ButtonDefect: Sendable, Equatable {
  /// The seconds for which its contact bounces after every edge.
  package var bounceSeconds = 0.0
  /// The level at which its line is held regardless of presses: closed or open.
  package var stuckClosed: Bool?
  /// True when its line floats: it picks up the mains and closes by itself.
  package var isFloating = false
  /// True when its line cannot be read, so that presses have no effect.
  package var isUnreadable = false

  /// A button without defects.
  package init() {}

  /// The number of edges of a bouncing contact.
  private static let bounces = 4

  /// Half a period of mains of 50 Hz, in seconds.
  private static let humSeconds = 0.01

  /// The edges that a contact makes by itself in `seconds`: times and levels, in order.
  func unbidden(seconds: Double) -> [(time: Double, isClosed: Bool)] {
    if stuckClosed == true { return [(0, true)] }
    guard isFloating, !isUnreadable else { return [] }
    return (0..<Int(seconds / Self.humSeconds)).map {
      (Double($0) * Self.humSeconds, $0 % 2 == 0)
    }
  }

  /// The edges into which the edge of a contact turns: times and levels, in order.
  func edges(_ isClosed: Bool, at time: Double) -> [(time: Double, isClosed: Bool)] {
    guard stuckClosed == nil, !isUnreadable else { return [] }
    guard bounceSeconds > 0 else { return [(time, isClosed)] }
    let step = bounceSeconds / Double(Self.bounces)
    return (0...Self.bounces).map { edge -> (time: Double, isClosed: Bool) in
      (time + step * Double(edge), isClosed == (edge % 2 == 0))
    }
  }
}

extension ButtonDefect {
  private static let keys = ["bounce", "stuck", "floating", "unreadable"]

  /// Reads the table `[hardware.buttons]`: one table for every button.
  static func readAll(_ table: TOMLTable?) throws(TOMLError) -> [ButtonName: ButtonDefect] {
    guard let table else { return [:] }
    var defects: [ButtonName: ButtonDefect] = [:]
    for name in ButtonName.allCases {
      guard let own = try table.table(name.rawValue) else { continue }
      var defect = ButtonDefect()
      defect.bounceSeconds = (try own.double("bounce", in: 0...1000, unit: "ms") ?? 0) / 1000
      defect.stuckClosed = try own.choice("stuck", of: ["closed", "open"]).map { $0 == "closed" }
      defect.isFloating = try own.flag("floating")
      defect.isUnreadable = try own.flag("unreadable")
      try own.saysSomething(keys)
      defects[name] = defect
    }
    try table.saysSomething(ButtonName.allCases.map(\.rawValue))
    return defects
  }
}

import Boards
import Recorder
import TOML

/// The defects of a button: a table `[hardware.buttons.record]` of a scenario.
package struct ButtonDefect: DefectTable, Equatable {
  /// The duration, in seconds, of contact bounce after every edge.
  @Key("bounce", KeyRule.number(0...1000, "ms").map { $0 / 1000 }) package var bounceSeconds = 0.0
  /// The state in which the button's line is stuck, regardless of presses: true for closed, false for open.
  @Key("stuck", .either("closed", or: "open")) package var stuckClosed: Bool?
  /// True if the button's line floats: it then picks up mains hum, which looks like presses.
  @Key("floating", .fact) package var isFloating = false
  /// True if the button's line cannot be read; presses then have no effect.
  @Key("unreadable", .fact) package var isUnreadable = false

  package init() {}

  /// The number of edges that a bouncing contact makes.
  private static let bounces = 4

  /// Half a period of 50 Hz mains, in seconds.
  private static let humSeconds = 0.01

  /// The edges that an untouched contact makes within `seconds`: times and levels, in order.
  func unbidden(seconds: Double) -> [(time: Double, isClosed: Bool)] {
    if stuckClosed == true { return [(0, true)] }
    guard isFloating, !isUnreadable else { return [] }
    return (0..<Int(seconds / Self.humSeconds)).map {
      (Double($0) * Self.humSeconds, $0 % 2 == 0)
    }
  }

  /// The edges that actually result when a contact opens or closes: times and levels, in order.
  func edges(_ isClosed: Bool, at time: Double) -> [(time: Double, isClosed: Bool)] {
    guard stuckClosed == nil, !isUnreadable else { return [] }
    guard bounceSeconds > 0 else { return [(time, isClosed)] }
    let step = bounceSeconds / Double(Self.bounces)
    return (0...Self.bounces).map { edge -> (time: Double, isClosed: Bool) in
      (time + step * Double(edge), isClosed == (edge % 2 == 0))
    }
  }
}

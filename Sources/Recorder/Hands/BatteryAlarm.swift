import Boards
import TakeFiles

/// News that the battery alarm gives.
package enum BatteryNews: Sendable, Equatable {
  /// The battery's charge is low.
  case low(BatteryCharge)
  /// The battery is nearly empty, so takes are closed.
  case empty(BatteryCharge)
  /// The battery is charging, or its charge is sufficient again.
  case good(BatteryCharge)
  /// The battery's gauge no longer answers.
  case silent
}

/// The alarm of a battery, which decides from readings of the charge when the battery is low or empty.
///
/// It is a pure state machine of (state, reading). A single reading, which may be wrong because of a fault on the bus,
/// ends no take; a single missing one ends no alarm. There is no alarm once the gauge stops answering, or if the
/// power-fail line cannot be read.
struct BatteryAlarm: Sendable, Equatable {
  /// Seconds between two readings.
  ///
  /// A gauge updates its figures only every few seconds, and a reading takes time on the I2C bus.
  static let seconds = 5.0
  /// The number of consecutive readings after which the battery counts as empty, and the gauge as silent.
  private static let needed = 2
  /// How many percent above its level the charge must rise for an alarm to end, so that removing a load does not end
  /// it.
  private static let hysteresis = 2.0

  private let rule: BatteryRule
  /// The last reading; `nil` if there is no battery.
  private(set) var charge: BatteryCharge?
  /// True while the charge of the battery is low.
  private(set) var isLow = false
  /// True while the battery is nearly empty.
  private(set) var isEmpty = false
  private var emptyReadings = 0
  private var missingReadings = 0
  private var due = -Double.infinity

  /// Creates an alarm that has had no reading yet.
  init(_ rule: BatteryRule) { self.rule = rule }

  /// True if a reading is due; the next reading is then due ``seconds`` later.
  mutating func isDue(_ now: Double) -> Bool {
    guard now >= due else { return false }
    due = now + Self.seconds
    return true
  }

  /// Takes a reading, which is `nil` if the gauge did not answer, and returns any news.
  mutating func add(_ reading: BatteryCharge?) -> BatteryNews? {
    let (before, wasLow, wasEmpty) = (charge, isLow, isEmpty)
    missingReadings = reading == nil ? missingReadings + 1 : 0
    guard let reading else {
      guard missingReadings >= Self.needed else { return nil }
      (charge, isLow, isEmpty, emptyReadings) = (nil, false, false, 0)
      return before == nil ? nil : .silent
    }
    charge = reading
    emptyReadings =
      reading.isAt(rule.closePercent) || (reading.feeds && reading.isCritical)
      ? emptyReadings + 1 : 0
    let margin = Self.hysteresis
    isEmpty =
      emptyReadings >= Self.needed
      || (wasEmpty && reading.isAt(rule.closePercent + margin))
    isLow =
      isEmpty || reading.isAt(rule.warnPercent)
      || (wasLow && reading.isAt(rule.warnPercent + margin))
    if isEmpty { return wasEmpty ? nil : .empty(reading) }
    if isLow { return wasLow && !wasEmpty ? nil : .low(reading) }
    return wasLow ? .good(reading) : nil
  }
}

extension BatteryCharge {
  /// True if the battery is powering the recorder and its charge is at most this percentage.
  fileprivate func isAt(_ percent: Double) -> Bool {
    feeds && self.percent.map { $0 <= percent } ?? false
  }
}

import TOML

/// The levels of a battery at which the recorder does something, while nothing charges it.
public struct BatteryRule: Sendable, Equatable {
  /// The name of the battery under `/sys/class/power_supply`; `nil` for the first one.
  public var supply: String?
  /// Percent of its charge at which a warning begins.
  public var warnPercent: Double
  /// Percent of its charge at which a take is closed and none is started.
  public var closePercent: Double

  /// A rule from its parts.
  public init(
    supply: String? = nil, warnPercent: Double = BatteryRule.usualWarning,
    closePercent: Double = BatteryRule.usualClosing
  ) {
    self.supply = supply
    self.warnPercent = warnPercent
    self.closePercent = closePercent
  }

  /// Percent of the warning where a file does not say it.
  public static let usualWarning = 20.0
  /// Percent of the closing where a file does not say it.
  public static let usualClosing = 5.0

  /// Reads the table `[battery]`.
  static func read(_ table: TOMLTable?) throws(TOMLError) -> BatteryRule? {
    guard let table else { return nil }
    var rule = BatteryRule()
    if let name = try table.optionalLabel("supply", example: "\"battery\"") {
      guard !name.contains("/"), name != ".", name != ".." else {
        throw table.error(
          at: "supply", "is not a name", "write a name that ls /sys/class/power_supply shows")
      }
      rule.supply = name
    }
    rule.warnPercent = try table.double("warn", in: 0...100, unit: "%") ?? rule.warnPercent
    rule.closePercent = try table.double("close", in: 0...100, unit: "%") ?? rule.closePercent
    guard rule.closePercent <= rule.warnPercent else {
      throw table.error(
        at: "close", "is above the level of the warning", "write close = 5 and warn = 20")
    }
    return rule
  }
}

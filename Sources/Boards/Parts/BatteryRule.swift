import TOML

/// The battery levels at which the recorder acts while the battery is not charging; the table `[battery]`.
public struct BatteryRule: KeyedTable, Equatable {
  /// The name of the battery under `/sys/class/power_supply`; `nil` to use the first one.
  @Key("supply", KeyRule(read: readSupply)) public var supply: String?
  /// The charge, in percent, at which the warning begins.
  @Key("warn", 0...100, "%") public var warnPercent = 20.0
  /// The charge, in percent, at which the recorder closes the take and starts no further takes.
  @Key("close", 0...100, "%") public var closePercent = 5.0
  /// The charge of a full battery in milliampere hours, at the same voltage as the currents below.
  @Key("capacity", 1...10_000_000, "mAh") public var capacity: Double?
  /// The current while recording a take, in milliamperes.
  @Key("recording", 1...100_000, "mA") public var recordingCurrent: Double?
  /// The current while the recorder is armed, in milliamperes.
  @Key("armed", 1...100_000, "mA") public var armedCurrent: Double?
  /// The current while the recorder sleeps with its capture device closed, in milliamperes.
  @Key("asleep", 1...100_000, "mA") public var asleepCurrent: Double?
  /// The current while the system is off, in milliamperes.
  @Key("off", 0.001...100_000, "mA") public var offCurrent: Double?

  /// The default levels.
  public init() {}

  private static func readSupply(
    _ table: TOMLTable, _ key: String
  ) throws(TOMLError) -> String? {
    guard let name = try KeyRule.label(example: "\"battery\"").read(table, key) else { return nil }
    guard !name.contains("/"), name != ".", name != ".." else {
      throw table.error(
        at: key, "is not a name", "write a name that ls /sys/class/power_supply shows")
    }
    return name
  }

  /// Checks that the warning level is above the closing level.
  ///
  /// - Throws: `TOMLError` if it is not.
  public mutating func check(_ table: TOMLTable) throws(TOMLError) {
    guard closePercent <= warnPercent else {
      throw table.error(
        at: "close", "is above the warning level", "write close = 5 and warn = 20")
    }
  }
}

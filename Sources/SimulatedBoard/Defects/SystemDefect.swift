import TOML

/// The defects of the system around the recorder: the table `[hardware.system]` of a scenario.
package struct SystemDefect: Sendable, Equatable {
  /// True when realtime priority is refused.
  package var refusesRealtime = false
  /// True when memory may not be locked.
  package var refusesMemoryLock = false
  /// The part of the processor that realtime threads may take.
  package var realtimeShare: Double?
  /// True when the clock was never set.
  package var isClockUnset = false
  /// The throttling flags of a Raspberry Pi.
  package var throttled: UInt32?
  /// The temperature of the processor, in degrees Celsius.
  package var celsius: Double?

  /// A system without defects.
  package init() {}
}

extension SystemDefect {
  private static let keys = [
    "no-realtime", "no-memory-lock", "realtime-share", "clock-unset", "throttled", "temperature",
  ]

  /// Reads the table `[hardware.system]`.
  static func read(_ table: TOMLTable?) throws(TOMLError) -> SystemDefect? {
    guard let table else { return nil }
    var defect = SystemDefect()
    defect.refusesRealtime = try table.flag("no-realtime")
    defect.refusesMemoryLock = try table.flag("no-memory-lock")
    defect.realtimeShare = try table.double("realtime-share", in: 0...1)
    defect.isClockUnset = try table.flag("clock-unset")
    defect.throttled = try table.int("throttled", in: 0...0xF_FFFF).map { UInt32($0) }
    defect.celsius = try table.double("temperature", in: -40...150, unit: "degrees C")
    try table.saysSomething(keys)
    return defect
  }
}

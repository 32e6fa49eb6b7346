import TOML

/// The defects of the system around the recorder: the table `[hardware.system]` of a scenario.
package struct SystemDefect: DefectTable, Equatable {
  /// True if realtime priority is refused.
  @Key("no-realtime", .fact) package var refusesRealtime = false
  /// True if locking memory is not allowed.
  @Key("no-memory-lock", .fact) package var refusesMemoryLock = false
  /// The share of the processor that realtime threads may use.
  @Key("realtime-share", 0...1) package var realtimeShare: Double?
  /// True if the clock has never been set.
  @Key("clock-unset", .fact) package var isClockUnset = false
  /// The throttling flags of a Raspberry Pi.
  @Key("throttled", KeyRule.whole(0...0xF_FFFF).map { UInt32($0) }) package var throttled: UInt32?
  /// The temperature of the processor, in degrees Celsius.
  @Key("temperature", -40...150, "degrees C") package var celsius: Double?

  package init() {}
}

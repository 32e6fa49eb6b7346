import Recorder

/// The system around the recorder of a simulated board, for checks; it allows everything except what its defects
/// forbid.
package struct SimulatedSystem: SystemProbe {
  private let defect: SystemDefect

  /// The value of Linux's EPERM.
  private static let notPermitted: Int32 = 1
  /// The memory, in bytes, that a process may lock on a system with default settings.
  ///
  /// - Source: Linux include/uapi/linux/resource.h: MLOCK_LIMIT, 8 MiB.
  private static let usualLock: UInt64 = 8 << 20
  /// The period to which the realtime share applies, in microseconds.
  ///
  /// - Source: Linux Documentation/scheduler/sched-rt-group.rst: 950000 of 1000000 by default.
  private static let period = 1_000_000
  private static let usualShare = 0.95
  private static let usualCelsius = 45.0

  init(_ defect: SystemDefect?) { self.defect = defect ?? SystemDefect() }

  /// The properties and permissions of the system, which are the same at any priority.
  package func examineSystem(priority: Int?) -> HostSystem {
    let share = defect.realtimeShare ?? Self.usualShare
    return HostSystem(
      realtimePriority: defect.refusesRealtime ? .refused(errno: Self.notPermitted) : .granted,
      memoryLock: defect.refusesMemoryLock ? .refused(limitBytes: Self.usualLock) : .granted,
      kernel: "simulated", isPreemptRT: false,
      realtimeShare: HostSystem.RealtimeShare(
        runtime: Int(share * Double(Self.period)), period: Self.period),
      isClockSet: !defect.isClockUnset, throttled: defect.throttled ?? 0,
      temperatures: [
        HostSystem.Temperature(zone: "processor", celsius: defect.celsius ?? Self.usualCelsius)
      ])
  }
}

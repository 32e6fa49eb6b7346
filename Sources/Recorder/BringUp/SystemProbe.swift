import TakeFiles

/// The state of the system on which the recorder runs, and what that system permits.
///
/// A value of `nil` means that the system does not reveal this fact, which is not a fault.
package struct HostSystem: Sendable, Equatable {
  /// The system's answer to a request for a permission.
  package enum Permission: Sendable, Equatable {
    /// Granted.
    case granted
    /// Refused, with this errno.
    case refused(errno: Int32)
  }

  /// The system's answer to the request to lock all memory.
  package enum MemoryLockFact: Sendable, Equatable {
    /// Locking is permitted.
    case granted
    /// Locking is refused; the value is the limit in bytes, if there is one.
    case refused(limitBytes: UInt64?)
  }

  /// A reading of a temperature sensor.
  package struct Temperature: Sendable, Equatable {
    /// The system's name for the place where the temperature is measured.
    package var zone: String
    /// Degrees Celsius.
    package var celsius: Double

    /// Creates a temperature from its parts.
    package init(zone: String, celsius: Double) {
      self.zone = zone
      self.celsius = celsius
    }
  }

  /// The system's answer when a thread requests the SCHED_FIFO priority of the capture thread.
  package var realtimePriority: Permission?
  /// The system's answer to the request to lock all memory.
  package var memoryLock: MemoryLockFact?
  /// The kernel release.
  package var kernel: String?
  /// True if the kernel is built with PREEMPT_RT.
  package var isPreemptRT: Bool?
  /// The share of the processor that realtime threads may use, as run time per period.
  package var realtimeShare: RealtimeShare?
  /// True if the clock has been set to the time of day.
  package var isClockSet: Bool?
  /// The quality of the clock; `nil` if unknown.
  package var clock: ClockQuality?
  /// The throttling flags of a Raspberry Pi.
  package var throttled: UInt32?
  /// The readings of all temperature sensors.
  package var temperatures: [Temperature]

  /// The share of the processor that realtime threads may use.
  package struct RealtimeShare: Sendable, Equatable {
    /// Microseconds for which realtime threads may run in each period; -1 for the whole period.
    package var runtime: Int
    /// The length of a period in microseconds.
    package var period: Int

    /// Creates a share from its parts.
    package init(runtime: Int, period: Int) {
      self.runtime = runtime
      self.period = period
    }
  }

  /// Creates the state of a system from its parts.
  package init(
    realtimePriority: Permission? = nil, memoryLock: MemoryLockFact? = nil, kernel: String? = nil,
    isPreemptRT: Bool? = nil, realtimeShare: RealtimeShare? = nil, isClockSet: Bool? = nil,
    throttled: UInt32? = nil, temperatures: [Temperature] = []
  ) {
    (self.realtimePriority, self.memoryLock, self.kernel) = (realtimePriority, memoryLock, kernel)
    (self.isPreemptRT, self.realtimeShare) = (isPreemptRT, realtimeShare)
    (self.isClockSet, self.throttled, self.temperatures) = (isClockSet, throttled, temperatures)
  }
}

/// An examination of the system on which the recorder runs.
package protocol SystemProbe: Sendable {
  /// Examines the system, and finds out what it permits.
  ///
  /// - Parameter priority: the SCHED_FIFO priority to request for capture; `nil` to request none.
  /// - Thread: control.
  func examineSystem(priority: Int?) -> HostSystem
}

import TakeFiles

/// The state of the system around the recorder, and what it permits.
///
/// A fact that is `nil` is unknown here; that is not a fault.
package struct HostSystem: Sendable, Equatable {
  /// The answer to a request.
  package enum Permission: Sendable, Equatable {
    /// Granted.
    case granted
    /// Refused with this errno.
    case refused(errno: Int32)
  }

  /// The answer to the request to lock all memory.
  package enum MemoryLockFact: Sendable, Equatable {
    /// Locking is permitted.
    case granted
    /// Locking is refused; the limit in bytes, if there is one.
    case refused(limitBytes: UInt64?)
  }

  /// A reading of a temperature sensor.
  package struct Temperature: Sendable, Equatable {
    /// The measured zone, as the system names it.
    package var zone: String
    /// Degrees Celsius.
    package var celsius: Double

    /// A temperature from its parts.
    package init(zone: String, celsius: Double) {
      self.zone = zone
      self.celsius = celsius
    }
  }

  /// The answer to a thread's request for the SCHED_FIFO priority of capture.
  package var realtimePriority: Permission?
  /// The answer to the request to lock all memory.
  package var memoryLock: MemoryLockFact?
  /// The kernel release.
  package var kernel: String?
  /// True if the kernel is PREEMPT_RT.
  package var isPreemptRT: Bool?
  /// The part of every period that realtime threads may use.
  package var realtimeShare: RealtimeShare?
  /// True if the clock shows the time of day.
  package var isClockSet: Bool?
  /// The quality of the clock; `nil` if unknown.
  package var clock: ClockQuality?
  /// The throttling flags of a Raspberry Pi.
  package var throttled: UInt32?
  /// Readings of all temperature sensors.
  package var temperatures: [Temperature]

  /// The share of the processor that realtime threads may use.
  package struct RealtimeShare: Sendable, Equatable {
    /// Microseconds of a period; -1 for the whole period.
    package var runtime: Int
    /// Microseconds of a period.
    package var period: Int

    /// A share from its parts.
    package init(runtime: Int, period: Int) {
      self.runtime = runtime
      self.period = period
    }
  }

  /// Facts from their parts.
  package init(
    realtimePriority: Permission? = nil, memoryLock: MemoryLockFact? = nil, kernel: String? = nil,
    isPreemptRT: Bool? = nil, realtimeShare: RealtimeShare? = nil, isClockSet: Bool? = nil,
    throttled: UInt32? = nil, temperatures: [Temperature] = []
  ) {
    self.realtimePriority = realtimePriority
    self.memoryLock = memoryLock
    self.kernel = kernel
    self.isPreemptRT = isPreemptRT
    self.realtimeShare = realtimeShare
    self.isClockSet = isClockSet
    self.throttled = throttled
    self.temperatures = temperatures
  }
}

/// The system around the recorder, for checks.
package protocol SystemProbe: Sendable {
  /// Examines the system and what it permits.
  ///
  /// - Parameter priority: the SCHED_FIFO priority wanted for capture; `nil` for none.
  /// - Thread: control.
  func examineSystem(priority: Int?) -> HostSystem
}

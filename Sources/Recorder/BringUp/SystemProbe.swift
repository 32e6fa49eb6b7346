import TakeFiles

/// The state of the system around the recorder, and what it permits.
///
/// A fact that is `nil` is not known here, which is no fault.
package struct HostSystem: Sendable, Equatable {
  /// The answer to a request for something.
  package enum Permission: Sendable, Equatable {
    /// Granted.
    case granted
    /// Refused with this errno.
    case refused(errno: Int32)
  }

  /// The answer to the request to lock all memory.
  package enum MemoryLockFact: Sendable, Equatable {
    /// It may be locked.
    case granted
    /// It may not; the limit in bytes, where there is one.
    case refused(limitBytes: UInt64?)
  }

  /// A sensor of temperature.
  package struct Temperature: Sendable, Equatable {
    /// The zone that it measures, by the system's name for it.
    package var zone: String
    /// Degrees.
    package var celsius: Double

    /// A temperature from its parts.
    package init(zone: String, celsius: Double) {
      self.zone = zone
      self.celsius = celsius
    }
  }

  /// The answer to the request of a thread for the SCHED_FIFO priority of capture.
  package var realtimePriority: Permission?
  /// The answer to the request to lock all memory.
  package var memoryLock: MemoryLockFact?
  /// The release of the kernel.
  package var kernel: String?
  /// True when the kernel is PREEMPT_RT.
  package var isPreemptRT: Bool?
  /// Microseconds of every period that realtime threads may take, -1 for all, and of that period.
  package var realtimeShare: RealtimeShare?
  /// True when the clock shows the time of day.
  package var isClockSet: Bool?
  /// The quality of the clock; `nil` where it cannot be told.
  package var clock: ClockQuality?
  /// The throttling flags of a Raspberry Pi.
  package var throttled: UInt32?
  /// Temperatures.
  package var temperatures: [Temperature]

  /// The share of the processor that realtime threads may take.
  package struct RealtimeShare: Sendable, Equatable {
    /// Microseconds of a period; -1 for all of it.
    package var runtime: Int
    /// Microseconds.
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
  /// Gives the state of the system, and what it permits.
  ///
  /// - Parameter priority: the SCHED_FIFO priority that capture is to have; `nil` when it asks for none.
  /// - Thread: control.
  func examineSystem(priority: Int?) -> HostSystem
}

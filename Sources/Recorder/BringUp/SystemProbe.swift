/// What the system around the recorder is and allows.
///
/// A fact that is `nil` is not known here; nobody is to blame for it.
public struct SystemFacts: Sendable, Equatable {
  /// What became of the wish for something.
  public enum Permission: Sendable, Equatable {
    /// Granted.
    case granted
    /// Refused with this errno.
    case refused(errno: Int32)
  }

  /// What became of the wish to lock all memory.
  public enum MemoryLockFact: Sendable, Equatable {
    /// It may be locked.
    case granted
    /// It may not; the limit in bytes, where there is one.
    case refused(limitBytes: UInt64?)
  }

  /// A sensor of temperature.
  public struct Temperature: Sendable, Equatable {
    /// What it measures, as the system calls it.
    public var zone: String
    /// Degrees.
    public var celsius: Double

    /// A temperature from its parts.
    public init(zone: String, celsius: Double) {
      self.zone = zone
      self.celsius = celsius
    }
  }

  /// Whether a thread may have the SCHED_FIFO priority of capture.
  public var realtimePriority: Permission?
  /// What became of the wish to lock all memory.
  public var memoryLock: MemoryLockFact?
  /// The release of the kernel.
  public var kernel: String?
  /// Whether the kernel is PREEMPT_RT.
  public var isPreemptRT: Bool?
  /// Microseconds of every period that realtime threads may take, -1 for all, and of that period.
  public var realtimeShare: RealtimeShare?
  /// Whether the clock shows the time of day.
  public var isClockSet: Bool?
  /// The throttling flags of a Raspberry Pi.
  public var throttled: UInt32?
  /// Temperatures.
  public var temperatures: [Temperature]

  /// How much of the processor realtime threads may take.
  public struct RealtimeShare: Sendable, Equatable {
    /// Microseconds of a period; -1 for all of it.
    public var runtime: Int
    /// Microseconds.
    public var period: Int

    /// A share from its parts.
    public init(runtime: Int, period: Int) {
      self.runtime = runtime
      self.period = period
    }
  }

  /// Facts from their parts.
  public init(
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
public protocol SystemProbe: Sendable {
  /// What the system is and allows.
  ///
  /// - Parameter priority: the SCHED_FIFO priority that capture is to have; `nil` when it asks for none.
  /// - Thread: control.
  func examineSystem(priority: Int?) -> SystemFacts
}

import Recorder

/// The checks of the system around a recorder: realtime permission, kernel, clock, power supply and temperature.
struct SystemChecks {
  private let bench: Bench

  init(_ bench: Bench) { self.bench = bench }

  var findings: [Finding] {
    guard let system = bench.machine.system else {
      return Check.allCases.filter { $0.part == .system }.map {
        Finding($0, .skip, "a simulated board has no system")
      }
    }
    let facts = system.examineSystem(priority: bench.capturePriority)
    return [
      priority(facts), memory(facts), kernel(facts), throttle(facts), clock(facts),
    ] + pulse(facts) + [power(facts), temperature(facts)]
  }

  // MARK: Realtime

  private func priority(_ facts: HostSystem) -> Finding {
    let limit = "the capture-priority of [realtime] in the settings"
    switch facts.realtimePriority {
    case nil:
      return Finding(.realtimePriority, .skip, "no realtime priority is configured")
    case .granted:
      return Finding(
        .realtimePriority, .pass, "capture gets its realtime priority", limit: limit)
    case .refused(let errno):
      return Finding(
        .realtimePriority, .warn,
        "the system refuses realtime priority (errno \(errno)): other programs can delay capture",
        limit: limit,
        remedy:
          "write \"@audio - rtprio 95\" into /etc/security/limits.conf and join the group audio, or write "
          + "LimitRTPRIO=95 into the systemd unit")
    }
  }

  private func memory(_ facts: HostSystem) -> Finding {
    let limit = "no limit on locked memory"
    switch facts.memoryLock {
    case nil: return Finding(.realtimeMemory, .skip, "unknown on this system")
    case .granted: return Finding(.realtimeMemory, .pass, "locking memory is allowed", limit: limit)
    case .refused(let bytes):
      return Finding(
        .realtimeMemory, .warn,
        "locking memory is not allowed"
          + (bytes.map { ": the limit is \($0 / 1024) KiB" } ?? ""),
        value: bytes.map { Double($0) / 1024 }, unit: bytes == nil ? nil : "KiB", limit: limit,
        remedy:
          "write \"@audio - memlock unlimited\" into /etc/security/limits.conf and join the group audio, or write "
          + "LimitMEMLOCK=infinity into the systemd unit")
    }
  }

  private func kernel(_ facts: HostSystem) -> Finding {
    guard let kernel = facts.kernel else {
      return Finding(.realtimeKernel, .skip, "unknown on this system")
    }
    let kind = facts.isPreemptRT.map { $0 ? ", PREEMPT_RT" : ", not PREEMPT_RT" } ?? ""
    return Finding(
      .realtimeKernel, .pass, kernel + kind,
      limit: "any: PREEMPT_RT shortens the delays of \(Check.captureWakeup), but is not needed")
  }

  /// The finding about the share of each period that realtime threads may use before the system stops them until
  /// the next period.
  ///
  /// - Source: Linux Documentation/scheduler/sched-rt-group.rst: 950000 of 1000000 us by default, -1 for no limit.
  private func throttle(_ facts: HostSystem) -> Finding {
    guard let share = facts.realtimeShare, share.period > 0 else {
      return Finding(.realtimeThrottle, .skip, "unknown on this system")
    }
    let limit = "at least \(Int(Self.leastShare * 100)) %, or no limit"
    if share.runtime < 0 {
      return Finding(
        .realtimeThrottle, .pass, "realtime threads may use all of the processor", limit: limit)
    }
    let part = Double(share.runtime) / Double(share.period)
    let isEnough = part >= Self.leastShare
    let digits = Quantity.digits(
      telling: part, from: Self.leastShare, as: Quantity.percent(_:digits:))
    return Finding(
      .realtimeThrottle, isEnough ? .pass : .warn,
      "realtime threads may use \(Quantity.percent(part, digits: digits)) of the processor",
      value: part * 100, unit: "%", limit: limit,
      remedy: isEnough ? nil : "set kernel.sched_rt_runtime_us to 950000 with sysctl")
  }

  // MARK: Clock, supply, heat

  private func clock(_ facts: HostSystem) -> Finding {
    if bench.machine.clockQuality()?.source == .gps {
      return Finding(.systemClock, .pass, "the GPS receiver gives the time of day", limit: "set")
    }
    guard let isSet = facts.isClockSet else {
      return Finding(.systemClock, .skip, "unknown on this system")
    }
    let isKept = isSet && facts.clock?.warning == nil
    return Finding(
      .systemClock, isKept ? .pass : .warn,
      isKept
        ? "shows the time of day"
        : isSet
          ? facts.clock?.warning ?? ""
          : "was never set: takes are numbered in order, but their dates are wrong",
      limit: "set",
      remedy: isKept
        ? nil
        : "connect to a network with NTP, or add a battery-backed clock or a GPS receiver"
          + (isSet ? "" : "; until then, set it with 'date -s'"))
  }

  /// The findings about the pulse per second that corrects the clock; empty if no pulse is configured.
  private func pulse(_ facts: HostSystem) -> [Finding] {
    guard let pulse = bench.machine.pulse else { return [] }
    var state = pulse(bench.clock.now())
    let deadline = bench.clock.now() + Self.pulseSeconds
    while state == .awaited, bench.clock.now() < deadline {
      bench.clock.wait(seconds: Self.pulseLookSeconds)
      state = pulse(bench.clock.now())
    }
    let (subject, limit) = ("pulse per second", "an edge per second, and a synchronised clock")
    let source = facts.clock?.source
    switch state {
    case .unusable(let problem):
      return [
        Finding(
          .systemClock, subject, .warn, "\(problem.place): \(problem.reason)", limit: limit,
          remedy: problem.remedy)
      ]
    case .awaited:
      return [
        Finding(
          .systemClock, subject, .warn, "its edges come too rarely", limit: limit,
          remedy: "check that the receiver has a fix, and check the pulse with ppstest")
      ]
    case .steady where ![.ntp, .gps].contains(source):
      return [
        Finding(
          .systemClock, subject, .warn,
          "arrives, but is not used: no program synchronises the clock, so nothing tells which "
            + "second each pulse marks",
          limit: limit,
          remedy: "connect to a network with NTP, or run chrony or ntpd with a receiver")
      ]
    case .steady(let error):
      let microseconds = (error * 1e6).rounded(.up)
      return [
        Finding(
          .systemClock, subject, .pass, "corrects the clock to within \(Int(microseconds)) us",
          value: microseconds, unit: "us", limit: limit)
      ]
    }
  }

  /// The finding about the power supply.
  ///
  /// - Source: Raspberry Pi documentation, vcgencmd get_throttled: bit 0 under-voltage, bit 1 arm frequency capped, bit
  ///   2 throttled, bit 3 soft temperature limit, all at present; bits 16 to 19 mean the same at some time since boot.
  private func power(_ facts: HostSystem) -> Finding {
    guard let flags = facts.throttled else {
      return Finding(.systemPower, .skip, "only a Raspberry Pi reports this")
    }
    let (now, past) = (Self.words(flags), Self.words(flags >> 16 & ~flags))
    let limit = "no flag in 'vcgencmd get_throttled'"
    guard !(now.isEmpty && past.isEmpty) else {
      return Finding(.systemPower, .pass, "no under-voltage, no throttling", limit: limit)
    }
    let all = flags | flags >> 16
    let (isWeak, isHot) = (all & 0b0001 != 0, all & 0b1000 != 0)
    let remedies = [
      isWeak ? "use a stronger supply and a shorter, thicker cable: 5.1 V at the board" : nil,
      isHot || !isWeak ? "cool the board with a heat sink or a fan" : nil,
    ]
    return Finding(
      .systemPower, now.isEmpty ? .warn : .fail,
      [now.isEmpty ? nil : now + " now", past.isEmpty ? nil : past + " since the system started"]
        .compactMap { $0 }.joined(separator: "; "),
      value: Double(flags), limit: limit,
      remedy: remedies.compactMap { $0 }.joined(separator: ", and "))
  }

  /// The words for the flags that are set in the lowest bits.
  private static func words(_ bits: UInt32) -> String {
    flags.filter { bits >> $0.bit & 1 == 1 }.map(\.words).joined(separator: ", ")
  }

  private static let flags: [(bit: UInt32, words: String)] = [
    (0, "under-voltage"), (1, "the processor's clock is capped"),
    (2, "the processor is throttled"), (3, "the soft temperature limit is reached"),
  ]

  private func temperature(_ facts: HostSystem) -> Finding {
    guard let hottest = facts.temperatures.max(by: { $0.celsius < $1.celsius }) else {
      return Finding(.systemTemperature, .skip, "there is no temperature sensor")
    }
    let isHot = hottest.celsius >= Self.hot
    let digits = Quantity.digits(telling: hottest.celsius, from: Self.hot)
    return Finding(
      .systemTemperature, hottest.zone, isHot ? .warn : .pass,
      "\(Quantity.decimal(hottest.celsius, digits: digits)) degrees", value: hottest.celsius,
      unit: "degrees C",
      limit: "below \(Int(Self.hot)) degrees: hotter processors slow down",
      remedy: isHot ? "cool the board with a heat sink or a fan" : nil)
  }

  /// The time limit for enough edges of the pulse, and the interval between checks for edges, in seconds.
  private static let (pulseSeconds, pulseLookSeconds) = (12.0, 0.2)
  /// The minimum share of the processor for realtime threads: with less, the system may stop rendering in the middle
  /// of a period.
  private static let leastShare = 0.9
  /// The temperature, in degrees Celsius, from which the check warns.
  ///
  /// - Source: Raspberry Pi documentation, frequency management: throttling begins at 80 to 85 degrees.
  private static let hot = 80.0
}

import TakeFiles

/// Decides when a session sleeps between its scheduled takes, and how deeply.
///
/// - Thread: control.
final class SessionSleep {
  /// A step that the session should take now.
  enum Step: Equatable {
    /// Close the capture device.
    case sleep
    /// Open the capture device again.
    case wake
  }

  /// In seconds: the interval between two checks, the interval between two forecasts of the next take, and the longest
  /// sleep without waking up.
  private static let (lookSeconds, forecastSeconds, longestSeconds) = (1.0, 900.0, 7 * 86400.0)
  /// Seconds between two attempts to power off.
  private static let retrySeconds = 1800.0

  private let rule: SleepRule
  private let leadSeconds: Double
  /// The request to the program that powers the system off; `nil` if the system stays up.
  private let program: ProgramRequest?
  /// The seconds, at a time of the control clock, by which the recorder's time is ahead of the system's clock.
  private let clockCorrection: @Sendable (Double) -> Double
  /// The control-clock time until which the recorder stays awake for a person or a program; `nil` before the first
  /// check.
  private var awakeUntil: Double?
  private var nextLook = -Double.infinity
  private var nextRequest = -Double.infinity
  /// The time of day at which the last forecast was made, and the start of a take that it found.
  private var forecast: (made: Double, start: Double)?
  /// The time of day at which the current sleep ends.
  private(set) var until: CivilDate?

  /// Reads the rules of sleep from a configuration; `nil` if the recorder always stays awake.
  init?(
    _ configuration: SessionConfiguration,
    clockCorrection: @escaping @Sendable (Double) -> Double = { _ in 0 }
  ) {
    self.clockCorrection = clockCorrection
    rule = configuration.settings.power
    guard rule.depth != .off else { return nil }
    leadSeconds = rule.leadSeconds(preRoll: configuration.form.preRollSeconds)
    program = rule.depth == .system ? configuration.powerOff.map { ProgramRequest($0) } : nil
  }

  /// Keeps the recorder awake for a while, because a person is present or a program has made a request.
  func stayAwake(_ now: Double) { awakeUntil = now + rule.awakeSeconds }

  /// Checks whether it is time to sleep or to wake up.
  ///
  /// - Parameters:
  ///   - wall: the present time of day; `nil` if the clock is not set or not trusted.
  ///   - isQuiet: true if nothing is in progress that sleep would interrupt.
  ///   - utcOffset: returns the seconds by which the local clock is ahead of UTC at a time, which is given in seconds
  ///     since 1970.
  func look(
    _ now: Double, _ wall: WallTime?, isAsleep: Bool, isQuiet: Bool, _ schedule: Schedule,
    utcOffset: (Double) -> Int
  ) -> (step: Step?, news: [SleepNews]) {
    guard now >= nextLook else { return (nil, []) }
    nextLook = now + Self.lookSeconds
    if awakeUntil == nil { stayAwake(now) }
    var news = heard(now)
    guard let wall else { return (isAsleep ? .wake : nil, news) }
    let wakes = start(after: wall, schedule, utcOffset) - leadSeconds
    let left = wakes - wall.epochSeconds
    if isAsleep, left <= 0 { return (.wake, news) }
    guard isQuiet, now >= awakeUntil ?? now else { return (nil, news) }
    let date = CivilDate(
      epochSeconds: Int(wakes.rounded(.down)), utcOffsetSeconds: utcOffset(wakes))
    let depth = rule.depth(ofSleep: left)
    if isAsleep {
      until = date
      if depth == .system { news += powerOff(now, at: Int(wakes.rounded(.down)), date) }
      return (nil, news)
    }
    guard depth != .off else { return (nil, news) }
    until = date
    nextRequest = now
    return (.sleep, news + [.asleep(until: date)])
  }

  /// Notes that the recorder is awake, so that the system must no longer power off.
  func woke() {
    guard until != nil else { return }
    until = nil
    program?.withdraw()
  }

  /// The start of the next take in seconds since 1970; if none is near, the end of the longest sleep.
  private func start(
    after wall: WallTime, _ schedule: Schedule, _ utcOffset: (Double) -> Int
  ) -> Double {
    let now = wall.epochSeconds
    if let forecast, now < forecast.start, forecast.made <= now,
      now < forecast.made + Self.forecastSeconds
    {
      return forecast.start
    }
    // The first take of the forecast may be one that should be running now but was stopped by hand.
    let next = schedule.forecast(
      from: wall, count: 3, within: Self.longestSeconds, utcOffset: utcOffset
    ).map { Double($0.due.startSeconds) }.filter { $0 > now }.min()
    let start = next ?? now + Self.longestSeconds
    forecast = (now, start)
    return start
  }

  private func powerOff(_ now: Double, at wake: Int, _ date: CivilDate) -> [SleepNews] {
    guard let program, !program.isBusy, now >= nextRequest else { return [] }
    nextRequest = now + Self.retrySeconds
    do throws(SessionRefusal) {
      // The other program sets its alarm by the system's clock, which GPS time may have replaced here.
      let ahead = Int(clockCorrection(now).rounded())
      try program.ask(now, saying: "\(wake - ahead)")
      return [.poweringOff(until: date)]
    } catch {
      return [.failed("\(error)")]
    }
  }

  private func heard(_ now: Double) -> [SleepNews] {
    guard case .failed(let words) = program?.poll(now) else { return [] }
    return [.failed(words)]
  }
}

/// News of a recorder's sleep.
package enum SleepNews: Sendable, Equatable {
  /// The capture device is closed until this local time, unless a press or a request comes earlier.
  case asleep(until: CivilDate)
  /// The system is powering off, and will start again at this local time.
  case poweringOff(until: CivilDate)
  /// The system could not be powered off, for this reason.
  case failed(String)
}

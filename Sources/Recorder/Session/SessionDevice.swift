import Realtime

/// The capture device of a session: opening, checks and closing.
///
/// - Thread: control.
final class SessionDevice {
  /// Consecutive reopenings of a device because its channels came in another order.
  private static let reopenings = 3

  /// The running capture; `nil` while the device is closed.
  private(set) var runner: CaptureRunner?
  /// The channel rotation that reopening the device did not undo, in places; `nil` if there is none.
  private(set) var rotation: Int?
  /// Doubts about the device that takes note.
  var doubts: [DeviceDoubt] = []
  /// The input gain requested from the card, in decibels.
  private(set) var inputGain: Double?
  /// True if it was reopened because it was silent, and is silent since.
  var isReopenedForSilence = false
  /// The place on the time line after the last take: automatic takes begin no earlier.
  var takenEnd = 0
  private var speed = DeviceSpeed(rate: 1)
  /// Frames that had arrived, and gaps, at the first look at the speed.
  private var speedStart = (arrived: 0, gaps: 0)
  private let configuration: SessionConfiguration
  private let port: any CapturePort
  private let freeMemory: @Sendable () -> Int?
  private var channels = ChannelOrderCheck()
  /// The place of the time line before which no take begins.
  private var discarded = 0
  /// The times of day at places of the time line.
  private(set) var times = PlaceTimes(rate: 0)
  private var timedGaps = 0
  private var nextTime = -Double.infinity
  /// True if a pulse per second corrected the last of them; `nil` before the first.
  private var isTimedByPulse: Bool?

  /// A closed device.
  init(
    _ configuration: SessionConfiguration, port: any CapturePort,
    freeMemory: @escaping @Sendable () -> Int?
  ) {
    self.configuration = configuration
    self.port = port
    self.freeMemory = freeMemory
    inputGain = configuration.board.capture.inputGain
  }

  /// Opens the device and keeps the pre-roll from now on.
  ///
  /// - Parameter earlier: the ring of an earlier opening that a take still reads, and its rate.
  /// - Throws: ``SessionFault``.
  func open(earlier: (ring: FrameRing, rate: Int)?) throws(SessionFault) -> CaptureRunner {
    let opened = try CaptureRunner(
      port: port, request: request,
      // A press counts from where the button went down, and is known once it can no longer become a hold.
      historySeconds: configuration.form.preRollSeconds + configuration.stallSeconds
        + ButtonGrammar.holdSeconds,
      priority: configuration.capturePriority, available: freeMemory(),
      listening: CaptureListening(
        measuresLevels: configuration.board.microphones.contains { $0.sensitivity != nil },
        band: configuration.trigger?.band?.hertz),
      earlier: earlier)
    runner = opened
    rotation = nil
    takenEnd = opened.start
    doubts.removeAll { $0 != .silent }
    restartSpeed(opened)
    (times, timedGaps) = (PlaceTimes(rate: opened.grant.rate), opened.earlierGaps.count)
    channels.opened(configuration.board, at: opened.start, gaps: opened.earlierGaps.count)
    return opened
  }

  /// The request to the device: headphones, other programs and pulls need every period at once, nothing else does.
  private var request: CaptureRequest {
    let isHeard =
      configuration.monitor?.playsSound == true || configuration.programsDevice != nil
      || configuration.isPulled
    var capture = configuration.board.capture
    capture.inputGain = inputGain
    return CaptureRequest(capture, wakeSeconds: isHeard ? 0 : CaptureRequest.quietSeconds)
  }

  /// Sets the input gain of the card, now and at every opening; no take has sound with the earlier gain.
  func setGain(_ gain: InputGain) throws(CaptureFault) {
    if let runner {
      try runner.setGain(gain, device: configuration.board.capture.device)
      discardHistory()
    }
    inputGain = gain.decibels
  }

  /// Releases the device.
  func close() {
    runner?.shutDown()
    runner = nil
  }

  // MARK: - The time line

  /// Frames of the time line so far; 0 while nothing is captured.
  var frames: Int { runner?.ring.timelineEnd ?? 0 }

  /// The place on the time line at a recent time.
  func place(at time: Double, _ now: Double) -> Int? {
    guard let runner else { return nil }
    let captured = runner.ring.timelineEnd
    let age = Int((max(0, now - time) * Double(runner.grant.rate)).rounded())
    return max(captured - age, oldestPlace(runner))
  }

  /// The place up to which a running take is final, or at which a paused one may be resumed.
  func settledPlace(_ captured: Int, _ state: RecorderState) -> Int {
    guard let runner else { return captured }
    return state.settledPlace(
      captured, rate: runner.grant.rate, unsure: channels.unsureFrom,
      oldest: oldestPlace(runner))
  }

  /// The oldest place that may still count: a held button never uses up half of the ring.
  private func oldestPlace(_ runner: CaptureRunner) -> Int {
    max(runner.start, runner.ring.timelineEnd - runner.ring.capacity / 2)
  }

  /// The earliest start of a take pressed now; 0 while nothing is captured.
  ///
  /// A take from the oldest frame on would need the whole ring: this leaves room for a stall of its storage, or half of
  /// a ring that is shorter than desired.
  var earliestStart: Int {
    guard let runner else { return 0 }
    return max(
      runner.start, discarded, runner.ring.timelineEnd - runner.historyFrames(configuration))
  }

  /// Withholds all sound so far from takes.
  func discardHistory() { discarded = frames }

  /// Notes the time of day at the newest frame, a few times a second.
  ///
  /// - Parameter wallTime: the time of day at a control-clock time.
  /// - Returns: true if the pulse per second that corrects it came or went since the last call.
  func noteTime(_ now: Double, _ wallTime: (Double) -> WallTime) -> Bool {
    guard let runner, now >= nextTime else { return false }
    nextTime = now + PlaceTimes.lookSeconds
    let gaps = runner.ring.gapTotals.count
    if gaps != timedGaps { times.forget() }
    timedGaps = gaps
    // Without times from the device, look at the ring.
    let look =
      runner.clock.latest() ?? FrameTime(frames: runner.ring.timelineEnd, seconds: now)
    guard look.frames > runner.start else { return false }
    let time = wallTime(look.seconds)
    let isChanged = isTimedByPulse.map { $0 != time.isByPulse } ?? false
    // Do not mix looks with and without the pulse.
    if isChanged { times.forget() }
    isTimedByPulse = time.isByPulse
    times.add(look.frames, time.epochSeconds)
    return isChanged
  }

  /// Forgets the times of day so far: the clock was set.
  func clockWasSet() { times.forget() }

  // MARK: - Doubts

  /// Notes that some microphones are alive: true if none was before.
  func heard() -> Bool {
    isReopenedForSilence = false
    defer { doubts.removeAll { $0 == .silent } }
    return doubts.contains(.silent)
  }

  /// Looks at the speed of the device.
  func lookAtSpeed(_ now: Double) -> DeviceSpeed.Verdict? {
    guard let runner else { return nil }
    let count = runner.ring.gapTotals.count
    if count != speedStart.gaps {
      let news = runner.ring.gaps(from: 0, to: .max).suffix(count - speedStart.gaps)
      speedStart.gaps = count
      // An estimated gap length comes from the clock.
      if news.contains(where: \.isEstimated) { restartSpeed(runner) }
    }
    return speed.look(runner.ring.arrivedEnd - speedStart.arrived, now)
  }

  private func restartSpeed(_ runner: CaptureRunner) {
    speed = DeviceSpeed(rate: runner.grant.rate)
    speedStart = (runner.ring.arrivedEnd, runner.ring.gapTotals.count)
  }

  // MARK: - The order of the channels

  /// The result of a check of the channel order.
  enum Order {
    /// They are rotated by this many places from a place on; reopening the device may help.
    case rotated(by: Int, at: Int)
    /// They still are, and reopening does not help: takes are made, and note that they may be wrong.
    case staysRotated(by: Int)
    /// Their order is unknown from a place on.
    case unknown(from: Int)
  }

  /// Checks whether the channels came in another order after a start of the device, or a restart after a loss.
  func lookAtOrder() -> Order? {
    guard let runner,
      let found = channels.look(runner.ring, configuration.board, rate: runner.grant.rate)
    else { return nil }
    guard case .rotated(let count) = found.order else {
      rotation = nil
      return found.isLost && !doubts.contains(.orderUnknown) ? .unknown(from: found.place) : nil
    }
    guard channels.reopenings < Self.reopenings else {
      rotation = count
      return .staysRotated(by: count)
    }
    channels.reopenings += 1
    return .rotated(by: count, at: found.place)
  }

  /// The place from which the order will stay unknown, before the check that reports it.
  var earlyLoss: Int? { channels.unsureFrom == nil ? channels.lostFrom : nil }

  /// A rotation of the channels that began a moment ago and is not reported yet.
  var earlyRotation: (count: Int, place: Int)? {
    runner.flatMap { channels.early($0.ring, configuration.board, rate: $0.grant.rate) }
  }
}

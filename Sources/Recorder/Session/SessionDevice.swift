import Realtime

/// The capture device of a session: opened, looked at, and closed.
///
/// - Thread: control.
final class SessionDevice {
  /// The number of times in a row that a device is opened again because its channels came in another order.
  private static let reopenings = 3

  /// The running capture; `nil` while the device is closed.
  private(set) var runner: CaptureRunner?
  /// The channel rotation that opening the device again did not undo, in places further up; `nil` when there is none.
  private(set) var rotation: Int?
  /// Doubts about the device, with which takes are made.
  var doubts: [DeviceDoubt] = []
  /// The input gain that is asked of the card, in decibels.
  private(set) var inputGain: Double?
  /// True when it was opened anew because it was silent, and was not heard since.
  var isReopenedForSilence = false
  /// The place on the time line behind the last take: what begins by itself begins there at the earliest.
  var takenEnd = 0
  private var speed = DeviceSpeed(rate: 1)
  /// Frames that had arrived, and gaps, when the speed was looked at first.
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
  /// True when a pulse per second corrected the last of them; `nil` before the first.
  private var isTimedByPulse: Bool?

  /// A device that is closed.
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
      // A press counts from where the button went down, and is known when it is no hold any more.
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

  /// Sets the input gain of the card, now and whenever the device is opened; no take has sound of the earlier one.
  func setGain(_ gain: InputGain) throws(CaptureFault) {
    if let runner {
      try runner.setGain(gain, device: configuration.board.capture.device)
      discardHistory()
    }
    inputGain = gain.decibels
  }

  /// Gives the device back.
  func close() {
    runner?.shutDown()
    runner = nil
  }

  // MARK: - The time line

  /// Frames of the time line so far; 0 while nothing is captured.
  var frames: Int { runner?.ring.timelineEnd ?? 0 }

  /// The place on the time line that was captured at a time not long ago.
  func place(at time: Double, _ now: Double) -> Int? {
    guard let runner else { return nil }
    let captured = runner.ring.timelineEnd
    let age = Int((max(0, now - time) * Double(runner.grant.rate)).rounded())
    return max(captured - age, oldestPlace(runner))
  }

  /// The place up to which a recording take may go on for good, or at which a paused one may be resumed.
  func settledPlace(_ captured: Int, _ state: RecorderState) -> Int {
    guard let runner else { return captured }
    return state.settledPlace(
      captured, rate: runner.grant.rate, unsure: channels.unsureFrom,
      oldest: oldestPlace(runner))
  }

  /// The oldest place that anything may still count from: half of the ring is never given up for a button that is held.
  private func oldestPlace(_ runner: CaptureRunner) -> Int {
    max(runner.start, runner.ring.timelineEnd - runner.ring.capacity / 2)
  }

  /// The first place at which a take can begin that is pressed now; 0 while nothing is captured.
  ///
  /// A take that began with the oldest frame would hold the whole ring: room for a stall of its storage is left, or
  /// half of a ring that is shorter than that was meant to be.
  var earliestStart: Int {
    guard let runner else { return 0 }
    return max(
      runner.start, discarded, runner.ring.timelineEnd - runner.historyFrames(configuration))
  }

  /// Leaves all sound so far to no take.
  func discardHistory() { discarded = frames }

  /// Notes the time of day at the newest frame, a few times a second.
  ///
  /// - Parameter wallTime: the time of day at a time of the control clock.
  /// - Returns: true when the pulse per second that corrects it came or went since the last time.
  func noteTime(_ now: Double, _ wallTime: (Double) -> WallTime) -> Bool {
    guard let runner, now >= nextTime else { return false }
    nextTime = now + PlaceTimes.lookSeconds
    let gaps = runner.ring.gapTotals.count
    if gaps != timedGaps { times.forget() }
    timedGaps = gaps
    // A device that tells no times is looked at.
    let look =
      runner.clock.latest() ?? FrameTime(frames: runner.ring.timelineEnd, seconds: now)
    guard look.frames > runner.start else { return false }
    let time = wallTime(look.seconds)
    let isChanged = isTimedByPulse.map { $0 != time.isByPulse } ?? false
    // Those of the one clock are not those of the other.
    if isChanged { times.forget() }
    isTimedByPulse = time.isByPulse
    times.add(look.frames, time.epochSeconds)
    return isChanged
  }

  /// Forgets the times of day so far: the clock was set.
  func clockWasSet() { times.forget() }

  // MARK: - Doubts

  /// Some microphones are heard: true when none was before.
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
      // The length of a gap that was estimated is that of the clock.
      if news.contains(where: \.isEstimated) { restartSpeed(runner) }
    }
    return speed.look(runner.ring.arrivedEnd - speedStart.arrived, now)
  }

  private func restartSpeed(_ runner: CaptureRunner) {
    speed = DeviceSpeed(rate: runner.grant.rate)
    speedStart = (runner.ring.arrivedEnd, runner.ring.gapTotals.count)
  }

  // MARK: - The order of the channels

  /// The result of a look at the order of the channels.
  enum Order {
    /// They come so many places further up from a place on; opening the device again may help.
    case rotated(by: Int, at: Int)
    /// They still do, and opening it again does not help: takes are made, and say that they may be wrong.
    case staysRotated(by: Int)
    /// Nothing tells their order from a place on.
    case unknown(from: Int)
  }

  /// Checks whether the channels came in another order when the device was started, or started again after a loss.
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

  /// The place from which on nothing will tell the order, before the look that says so.
  var earlyLoss: Int? { channels.unsureFrom == nil ? channels.lostFrom : nil }

  /// A rotation of the channels that began a moment ago, so that no look has told it yet.
  var earlyRotation: (count: Int, place: Int)? {
    runner.flatMap { channels.early($0.ring, configuration.board, rate: $0.grant.rate) }
  }
}

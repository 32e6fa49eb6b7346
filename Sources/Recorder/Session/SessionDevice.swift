import Realtime

/// Opens, checks and closes the capture device of a session.
///
/// - Thread: control.
final class SessionDevice {
  /// The most times in a row that a device is reopened because its channels came in another order.
  private static let reopenings = 3

  /// The running capture; `nil` while the device is closed.
  private(set) var runner: CaptureRunner?
  /// The number of places by which the channels stay rotated although the device was reopened; `nil` if they are not
  /// rotated.
  private(set) var rotation: Int?
  /// The doubts about the device that takes must note.
  var doubts: [DeviceDoubt] = []
  /// The input gain requested from the card, in decibels; `nil` if none was requested.
  private(set) var inputGain: Double?
  /// True if the device was reopened because it was silent, and has been silent since.
  var isReopenedForSilence = false
  /// The place on the time line where the last take since the opening of the device ended; `nil` if there was none.
  ///
  /// Automatic takes begin no earlier, and a take that continues another begins there if it can.
  private(set) var takenEnd: Int?
  private var speed = DeviceSpeed(rate: 1)
  /// The number of frames that had arrived, and the number of gaps, when the speed was first looked at.
  private var speedStart = (arrived: 0, gaps: 0)
  private let configuration: SessionConfiguration
  private let port: any CapturePort
  private let freeMemory: @Sendable () -> Int?
  private var channels = ChannelOrderCheck()
  /// The place on the time line before which no take may begin.
  private var discarded = 0
  /// The times of day noted at places of the time line.
  private(set) var times = PlaceTimes(rate: 0)
  private var timedGaps = 0
  private var nextTime = -Double.infinity
  /// True if a pulse per second corrected the time of day noted last; `nil` before the first is noted.
  private var isTimedByPulse: Bool?

  /// Creates the device, which is closed.
  init(
    _ configuration: SessionConfiguration, port: any CapturePort,
    freeMemory: @escaping @Sendable () -> Int?
  ) {
    self.configuration = configuration
    self.port = port
    self.freeMemory = freeMemory
    inputGain = configuration.board.capture.inputGain
  }

  /// Opens the device, and from now on keeps the sound for the pre-roll.
  ///
  /// - Parameter earlier: the ring of an earlier opening that a take still reads, and its rate.
  /// - Throws: ``SessionFault`` if the device cannot be used.
  func open(earlier: (ring: FrameRing, rate: Int)?) throws(SessionFault) -> CaptureRunner {
    let opened = try CaptureRunner(
      port: port, request: request,
      // A press counts from where the button went down, but it is recognised only when it can no longer become a hold.
      historySeconds: configuration.form.preRollSeconds + configuration.stallSeconds
        + ButtonGrammar.holdSeconds,
      priority: configuration.capturePriority, available: freeMemory(),
      listening: CaptureListening(
        measuresLevels: configuration.board.microphones.contains { $0.sensitivity != nil },
        band: configuration.settings.trigger?.band?.hertz),
      earlier: earlier)
    runner = opened
    rotation = nil
    // The places of an earlier opening mean nothing on the new time line.
    (takenEnd, discarded) = (nil, 0)
    doubts.removeAll { $0 != .silent }
    restartSpeed(opened)
    (times, timedGaps) = (PlaceTimes(rate: opened.grant.rate), opened.earlierGaps.count)
    channels.opened(configuration.board, at: opened.start, gaps: opened.earlierGaps.count)
    return opened
  }

  /// The request to the device; it asks for a wake-up at every period only if headphones, other programs or pulls need
  /// that.
  private var request: CaptureRequest {
    let isHeard =
      configuration.monitor?.playsSound == true || configuration.settings.live.device != nil
      || configuration.isPulled
    var capture = configuration.board.capture
    capture.inputGain = inputGain
    return CaptureRequest(capture, wakeSeconds: isHeard ? 0 : CaptureRequest.quietSeconds)
  }

  /// Sets the input gain of the card, now and at every opening; later takes contain no sound with the earlier gain.
  ///
  /// - Parameter runner: the running capture; a gain that no card has accepted could keep the device from opening.
  func setGain(_ gain: InputGain, of runner: CaptureRunner) throws(CaptureFault) {
    try runner.setGain(gain, device: configuration.board.capture.device)
    discardHistory()
    inputGain = gain.decibels
  }

  /// Stops capture and closes the device.
  func close() {
    runner?.shutDown()
    runner = nil
  }

  // MARK: - The time line

  /// The number of frames on the time line so far; 0 while nothing is captured.
  var frames: Int { runner?.ring.timelineEnd ?? 0 }

  /// Returns the place on the time line that belongs to a recent time; `nil` while nothing is captured.
  func place(at time: Double, _ now: Double) -> Int? {
    guard let runner else { return nil }
    let captured = runner.ring.timelineEnd
    let age = Int((max(0, now - time) * Double(runner.grant.rate)).rounded())
    return max(captured - age, oldestPlace(runner))
  }

  /// Returns the time at which the open device captured the frame of a press, in seconds on the control clock.
  ///
  /// This is not always the time of the press: the newest frames may still be in the device, and a device that was
  /// opened after the press captured no earlier frame.
  func time(ofPressAt place: Int, by runner: CaptureRunner, _ now: Double) -> Double {
    let newest = newest(runner, now)
    return newest.seconds
      - Double(newest.frames - max(place, runner.start)) / Double(runner.grant.rate)
  }

  /// Returns the place that counts as the press of a take ordered now.
  ///
  /// If memory has the whole rest of a take of a given length, the end of the rest counts as the press.
  func pressPlace(of order: TakeOrder) -> Int {
    guard let runner, let takenEnd, case .restart(let restart) = order.purpose, restart.due == nil,
      let left = restart.secondsLeft
    else { return frames }
    let start = max(earliestStart, takenEnd, restart.place ?? 0)
    return min(frames, start + Int((left * Double(runner.grant.rate)).rounded()))
  }

  /// Returns the newest frame of the device and its time; if the device gives no times, the newest frame of the ring.
  private func newest(_ runner: CaptureRunner, _ now: Double) -> FrameTime {
    runner.clock.latest() ?? FrameTime(frames: runner.ring.timelineEnd, seconds: now)
  }

  /// Returns the place before which all frames certainly belong to a running take, or from which a paused take may
  /// still be resumed.
  func settledPlace(_ captured: Int, _ state: RecorderState) -> Int {
    guard let runner else { return captured }
    return state.settledPlace(
      captured, rate: runner.grant.rate, unsure: channels.unsureFrom,
      oldest: oldestPlace(runner))
  }

  /// The oldest place at which a press may still count, so that a button held down never uses up more than half of the
  /// ring.
  private func oldestPlace(_ runner: CaptureRunner) -> Int {
    max(runner.start, runner.ring.timelineEnd - runner.ring.capacity / 2)
  }

  /// The earliest place at which a take requested now may start; 0 while nothing is captured.
  ///
  /// A take that started at the oldest frame would need the whole ring. So part of the ring is left free for a stall of
  /// the storage; if the ring is shorter than desired, that part is half of it.
  var earliestStart: Int {
    guard let runner else { return 0 }
    return max(
      runner.start, discarded, runner.ring.timelineEnd - runner.historyFrames(configuration))
  }

  /// Seconds of sound up to now that an automatic take may have, because memory holds it and no earlier take has it.
  var heldSeconds: Double {
    guard let runner else { return 0 }
    return Double(max(0, frames - max(earliestStart, takenEnd ?? 0))) / Double(runner.grant.rate)
  }

  /// Notes up to which place of a ring a take that has ended extends or, if the storage failed, certainly has its sound
  /// on the storage.
  func noteTaken(to place: Int, in ring: FrameRing) {
    guard let runner, ring === runner.ring, place >= runner.start else { return }
    takenEnd = max(takenEnd ?? 0, place)
  }

  /// Notes up to which place the storage certainly has a take whose storage failed.
  func noteFailed(_ take: Take) {
    // If the storage failed only after the take had ended, the whole take was noted.
    if let runner, take.ring === runner.ring, takenEnd == take.extent { takenEnd = nil }
    noteTaken(to: take.securedPlace, in: take.ring)
  }

  /// Keeps all sound captured so far out of later takes.
  func discardHistory() { discarded = frames }

  /// Notes the time of day at the newest frame, a few times a second.
  ///
  /// - Parameter wallTime: returns the time of day at a control-clock time.
  /// - Returns: true if the pulse per second that corrects the clock was found or lost since the last call.
  func noteTime(_ now: Double, _ wallTime: (Double) -> WallTime) -> Bool {
    guard let runner, now >= nextTime else { return false }
    nextTime = now + PlaceTimes.lookSeconds
    let gaps = runner.ring.gapTotals.count
    if gaps != timedGaps { times.forget() }
    timedGaps = gaps
    let look = newest(runner, now)
    guard look.frames > runner.start else { return false }
    let time = wallTime(look.seconds)
    let isChanged = isTimedByPulse.map { $0 != time.isByPulse } ?? false
    // Do not mix times noted with the pulse and times noted without it.
    if isChanged { times.forget() }
    isTimedByPulse = time.isByPulse
    times.add(look.frames, time.epochSeconds)
    return isChanged
  }

  /// Forgets the times of day noted so far, because the time of day jumped.
  func clockJumped() { times.forget() }

  // MARK: - Doubts

  /// Notes that some microphones are alive; returns true if none was alive before.
  func heard() -> Bool {
    isReopenedForSilence = false
    defer { doubts.removeAll { $0 == .silent } }
    return doubts.contains(.silent)
  }

  /// Looks at the speed of the device; returns a verdict if the speed is doubtful or wrong.
  func lookAtSpeed(_ now: Double) -> DeviceSpeed.Verdict? {
    guard let runner else { return nil }
    let news = runner.ring.gaps(since: speedStart.gaps)
    speedStart.gaps = news.next
    // The length of an estimated gap was measured by the clock, so it says nothing about the speed.
    if news.gaps.contains(where: \.isEstimated) { restartSpeed(runner) }
    return speed.look(runner.ring.arrivedEnd - speedStart.arrived, now)
  }

  private func restartSpeed(_ runner: CaptureRunner) {
    speed = DeviceSpeed(rate: runner.grant.rate)
    // Read the gaps first, so that one that is added meanwhile is noticed at the next look.
    let gaps = runner.ring.gapTotals.count
    speedStart = (runner.ring.arrivedEnd, gaps)
  }

  // MARK: - The order of the channels

  /// The result of a check of the channel order.
  enum Order {
    /// The channels are rotated by this many places from a place on; reopening the device may help.
    case rotated(by: Int, at: Int)
    /// The channels are still rotated, and reopening does not help: takes are made all the same, and note that their
    /// channels may be wrong.
    case staysRotated(by: Int)
    /// The order of the channels is unknown from a place on.
    case unknown(from: Int)
  }

  /// Checks, after a start of the device or a restart because of a loss, whether the channels came in another order.
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

  /// The place from which the order of the channels will stay unknown, because no check can find a rotation, although
  /// that is not reported yet; `nil` if there is none.
  var earlyLoss: Int? { channels.unsureFrom == nil ? channels.lostFrom : nil }

  /// A rotation of the channels that began a moment ago and has not been reported yet; `nil` if there is none.
  var earlyRotation: (count: Int, place: Int)? {
    runner.flatMap { channels.early($0.ring, configuration.board, rate: $0.grant.rate) }
  }
}

import Boards
import Realtime
import TakeFiles

/// The state of a recorder: its activity with takes, and beside it the device, the troubles and the buttons.
///
/// A value. Data of a single activity is in its payload, so that nothing of a take can outlive it. Device, troubles and
/// buttons are beside the activity, not cases of it: a press may be held while a device is reopened, and a take may run
/// while the storage of an earlier one has failed.
struct RecorderState: Sendable, Equatable {
  /// The activity of the recorder with takes: one thing at a time.
  enum Activity: Sendable, Equatable {
    /// No take is running or decided on.
    case none
    /// A take is decided on, and starts when record is released, or once the board's orientation is known.
    case latched(LatchedTake)
    /// A fault ended a take, which continues automatically as soon as possible.
    case interrupted(TakeRestart)
    /// A take is running.
    case recording(OngoingTake)
    /// A take is paused.
    case paused(OngoingTake)
  }

  /// The capture device.
  enum Device: Sendable, Equatable {
    /// Nothing is captured; the device is tried again at a control-clock time, if at all.
    case closed(retryAt: Double?)
    /// The microphones are captured and the pre-roll is kept.
    case open
    /// Nothing is captured: another program has borrowed the device.
    case lent(to: String)
    /// Nothing is captured until the next scheduled take, a press or a program's request.
    case asleep
  }

  /// The troubles that prevent takes; several can be present at once.
  struct Troubles: Sendable, Equatable {
    /// The board reports that its supply is about to end.
    var isPowerFailing = false
    /// The capture device cannot be opened, or ended.
    var capture: SessionFault?
    /// The storage failed.
    var storage: TakeFileError?
  }

  /// The rules for automatic actions of the recorder.
  struct Rules: Sendable, Equatable {
    /// True to start a new take once a capture device lost in a take is back.
    var restartsTake = false
    /// Seconds after which a take ends automatically.
    var takeSeconds: Double?
    /// The same for takes started by loud sound.
    var triggeredSeconds: Double?
    /// True if holding the source button for 10 s is for Wi-Fi.
    var hasWiFiHold = false
  }

  /// A take that has ended.
  struct EndedTake: Sendable, Equatable {
    /// Its identity.
    var uid: String
    /// The time of its end, in seconds on the control clock.
    var time: Double
  }

  /// The configured rules.
  let rules: Rules
  /// The activity of the recorder with takes.
  var activity = Activity.none
  /// The capture device.
  var device = Device.closed(retryAt: nil)
  /// The troubles that prevent takes.
  var troubles = Troubles()
  /// The buttons: which are down, since when, and the possible meanings of their presses.
  var buttons: ButtonGrammar

  /// The time on the control clock since which the open device has delivered frames.
  var deliversSince: Double?
  /// The last reported fault of the capture device, and its time.
  var toldFault: SessionFault?
  var toldAt = 0.0
  /// True if the last fault of the capture device repeated a reported one and was not reported.
  var isFaultAgain = false

  /// True if the device has delivered frames for so long that the next fault counts as a new one.
  func isReliable(at time: Double) -> Bool {
    deliversSince.map { time - $0 >= Self.reliableSeconds } ?? false
  }

  /// The last take that ended.
  var ended: EndedTake?

  /// An idle recorder.
  init(rules: Rules = Rules()) {
    self.rules = rules
    buttons = ButtonGrammar(hasWiFiHold: rules.hasWiFiHold)
  }

  /// The reason why no take is possible now; `nil` if one is.
  var fault: SessionFault? {
    if troubles.isPowerFailing { return .powerFailing }
    return troubles.capture ?? troubles.storage.map { .storage($0) }
  }

  /// The take in progress, paused or not.
  var running: OngoingTake? {
    switch activity {
    case .recording(let take), .paused(let take): take
    default: nil
    }
  }

  /// The identity of the take running at a control-clock time, a moment ago.
  ///
  /// A press is recognised slightly after the button went down; its meaning is that of the earlier time.
  func take(at time: Double) -> String? {
    if let running, running.since <= time { return running.uid }
    guard let ended, time < ended.time else { return nil }
    return ended.uid
  }

  /// True while a take waits to start automatically.
  var isAboutToStart: Bool {
    switch activity {
    case .interrupted: true
    case .latched(let take): !take.isHeld
    case .none, .recording, .paused: false
    }
  }

  /// True while time alone may change something: a device is tried again, or a take starts automatically.
  var canProceed: Bool {
    if case .closed(retryAt: _?) = device { return true }
    switch activity {
    case .latched, .interrupted: return true
    case .none, .recording, .paused: return false
    }
  }

  /// True while a take is paused.
  var isPaused: Bool { if case .paused = activity { true } else { false } }

  /// True while the capture device is open.
  var isOpen: Bool { device == .open }

  /// True while the recorder sleeps between takes of its schedule.
  var isAsleep: Bool { device == .asleep }

  /// The take in progress or about to start, for the trigger: `nil` for none, true if the level started it.
  var takeForTrigger: Bool? {
    activity == .none ? nil : running?.isTriggered ?? false
  }

  /// The latched take in a recorder that can start it.
  var latched: LatchedTake? {
    if case .latched(let take) = activity, isOpen { take } else { nil }
  }

  /// True while record is down and will end the current take or cancel its continuation: nothing starts automatically
  /// meanwhile.
  var isStopHeld: Bool {
    switch buttons.live(.record)?.intent {
    case .stop, .callOff: true
    default: false
    }
  }

  /// The phase that the lights show.
  ///
  /// For the lights, a take starts when record goes down. While the last take is being finished the next one can start,
  /// so that counts as armed.
  ///
  /// - Parameters:
  ///   - isConfirmed: true once the storage medium has the files of the take and their first frames.
  ///   - requestHasFailed: true if a copy or the Wi-Fi failed since the last press.
  func lights(isConfirmed: Bool, requestHasFailed: Bool) -> LightState.Phase {
    if latched != nil { return .takeStarting }
    switch activity {
    case .recording: return isConfirmed ? .recording : .takeStarting
    case .paused: return .paused
    case .none, .latched, .interrupted:
      if fault != nil { return .error }
      if isAsleep { return .asleep }
      guard isOpen, deliversSince != nil else { return .starting }
      return requestHasFailed ? .error : .armed
    }
  }
}

extension RecorderState {
  /// Seconds of frames after which a fault counts as new, and those after which a repeated fault is reported.
  static let (reliableSeconds, tellSeconds) = (10.0, 600.0)
  /// Seconds of the newest frames that are still held back from a take.
  ///
  /// A press is recognised only after its contact was still for the debounce time and the control thread has looked. It
  /// still counts from where the button went down.
  static let heldBackSeconds = 0.1
  /// Seconds of the newest frames held back from a take while a button is down that may end the take there.
  ///
  /// Together with the sync every 0.5 s this keeps the promise that a power cut takes one second at most. A press that
  /// lasts longer ends or pauses the take that much later than the button went down.
  static let heldForButtonSeconds = 0.4
  /// The same while the order of the channels is unknown: a little longer than the look takes.
  static let heldForOrderSeconds = ChannelOrderCheck.seconds + 0.1

  /// The place up to which a running take is final, or at which a paused one may be resumed.
  ///
  /// - Parameters:
  ///   - captured: frames of the time line so far.
  ///   - rate: frames per second.
  ///   - unsure: the first frame whose channel order may differ.
  func settledPlace(_ captured: Int, rate: Int, unsure: Int?, oldest: Int) -> Int {
    func back(_ seconds: Double) -> Int { captured - Int(seconds * Double(rate)) }
    var place = back(Self.heldBackSeconds)
    for button in [ButtonName.record, .source] {
      guard let pressed = buttons.live(button)?.place else { continue }
      // A paused take gives nothing to the storage, so that it can resume where the button went down.
      place = min(place, isPaused ? pressed : max(pressed, back(Self.heldForButtonSeconds)))
    }
    // After a restart of the device, frames may have other channels.
    if let unsure { place = min(place, max(unsure, back(Self.heldForOrderSeconds))) }
    return max(place, oldest)
  }
}

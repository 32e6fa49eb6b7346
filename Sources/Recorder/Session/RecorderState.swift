import Boards
import Realtime
import TakeFiles

/// The state of a recorder: its activity with takes, and the device, the troubles and the buttons beside it.
///
/// A value. Data that only one activity has is in its payload, so that nothing of a take can outlive it. Device,
/// troubles and buttons are beside the activity and not cases of it: a press may be held over a device that is opened
/// anew, and a take may run while the storage of an earlier one has failed.
struct RecorderState: Sendable, Equatable {
  /// The activity of the recorder with takes: one thing at a time.
  enum Activity: Sendable, Equatable {
    /// No take is made, and none is decided on.
    case none
    /// A take is decided on, and starts when record is released, or when it is known how the board is held.
    case latched(LatchedTake)
    /// A take ended by a fault, and goes on by itself as soon as it can.
    case interrupted(TakeRestart)
    /// A take is made.
    case recording(OngoingTake)
    /// A take is paused.
    case paused(OngoingTake)
  }

  /// The capture device.
  enum Device: Sendable, Equatable {
    /// Nothing is captured; the device is tried again at a time of the control clock, if at all.
    case closed(retryAt: Double?)
    /// The microphones are captured and the pre-roll is kept.
    case open
    /// Nothing is captured: another program has the device for a while.
    case lent(to: String)
    /// Nothing is captured until the next take of the schedule, a press or a request of a program.
    case asleep
  }

  /// The troubles for which no take can be made; all of them can be there at once.
  struct Troubles: Sendable, Equatable {
    /// The board says that its supply is about to end.
    var isPowerFailing = false
    /// The capture device cannot be opened, or ended.
    var capture: SessionFault?
    /// The storage failed.
    var storage: TakeFileError?
  }

  /// The rules by which the recorder acts by itself.
  struct Rules: Sendable, Equatable {
    /// True when a new take starts once a capture device that was lost in a take is back.
    var restartsTake = false
    /// Seconds after which a take ends by itself.
    var takeSeconds: Double?
    /// The same for takes that begin because it is loud.
    var triggeredSeconds: Double?
    /// True when a hold of the source button for 10 s is for the Wi-Fi.
    var hasWiFiHold = false
  }

  /// A take that has ended.
  struct EndedTake: Sendable, Equatable {
    /// Its identity.
    var uid: String
    /// The time of its end, in seconds on the control clock.
    var time: Double
  }

  /// The rules that were set up.
  let rules: Rules
  /// The activity of the recorder with takes.
  var activity = Activity.none
  /// The capture device.
  var device = Device.closed(retryAt: nil)
  /// The troubles for which no take can be made.
  var troubles = Troubles()
  /// The buttons: which are down, since when, and what their presses can mean.
  var buttons: ButtonGrammar

  /// The time on the control clock since which the open device gives frames.
  var deliversSince: Double?
  /// The fault of the capture device that was told last, and when.
  var toldFault: SessionFault?
  var toldAt = 0.0
  /// True when the last fault of the capture device was one that had been told, so that nothing was said.
  var isFaultAgain = false

  /// True when the device has given frames for so long that a fault of it is another one.
  func isReliable(at time: Double) -> Bool {
    deliversSince.map { time - $0 >= Self.reliableSeconds } ?? false
  }

  /// The take that ended last.
  var ended: EndedTake?

  /// A recorder that does nothing yet.
  init(rules: Rules = Rules()) {
    self.rules = rules
    buttons = ButtonGrammar(hasWiFiHold: rules.hasWiFiHold)
  }

  /// The reason why no take can be made now; `nil` while one can.
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

  /// The identity of the take that was made at a time of the control clock, a moment ago.
  ///
  /// A press is known a little later than the button went down; what it means is that of the earlier time.
  func take(at time: Double) -> String? {
    if let running, running.since <= time { return running.uid }
    guard let ended, time < ended.time else { return nil }
    return ended.uid
  }

  /// True while a take waits that starts by itself.
  var isAboutToStart: Bool {
    switch activity {
    case .interrupted: true
    case .latched(let take): !take.isHeld
    case .none, .recording, .paused: false
    }
  }

  /// True while time alone may bring something about: a device is tried again, or a take starts by itself.
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

  /// The take in progress or about to start, for the trigger: `nil` for none, true when it began by the level.
  var takeForTrigger: Bool? {
    activity == .none ? nil : running?.isTriggered ?? false
  }

  /// The take that is latched in a recorder that can start it.
  var latched: LatchedTake? {
    if case .latched(let take) = activity, isOpen { take } else { nil }
  }

  /// True while record is down and will end the take that runs or is about to go on: nothing starts by itself
  /// meanwhile.
  var isStopHeld: Bool {
    switch buttons.live(.record)?.intent {
    case .stop, .callOff: true
    default: false
    }
  }

  /// The phase that the lights show.
  ///
  /// A take starts for the lights when record goes down. While the last take is written to its end the next one can be
  /// started, so that is armed.
  ///
  /// - Parameters:
  ///   - isConfirmed: true when the storage medium has the files of the take and their first frames.
  ///   - requestHasFailed: true when a copy or the Wi-Fi failed since a button was pressed last.
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
  /// Seconds of frames after which a fault of the device is another one, and those after which a repeated one is told.
  static let (reliableSeconds, tellSeconds) = (10.0, 600.0)
  /// Seconds of the newest frames that a take does not have for good yet.
  ///
  /// A press is known only after its contact was still for the debounce time and the control thread has looked. It
  /// still counts from where the button went down.
  static let heldBackSeconds = 0.1
  /// Seconds of the newest frames that a take does not have while a button is down that may end it there.
  ///
  /// With the sync that is started every 0.5 s this keeps the promise that a power cut takes one second at most. A
  /// press that lasts longer ends or pauses the take so much later than the button went down.
  static let heldForButtonSeconds = 0.4
  /// The same while it is not known whether the channels come in their order: a little longer than the look takes.
  static let heldForOrderSeconds = ChannelOrderCheck.seconds + 0.1

  /// The place up to which a recording take may go on for good, or at which a paused one may be resumed.
  ///
  /// - Parameters:
  ///   - captured: frames of the time line so far.
  ///   - rate: frames per second.
  ///   - unsure: the first frame that may be in another order of channels.
  ///   - oldest: the oldest place that anything may still count from.
  func settledPlace(_ captured: Int, rate: Int, unsure: Int?, oldest: Int) -> Int {
    func back(_ seconds: Double) -> Int { captured - Int(seconds * Double(rate)) }
    var place = back(Self.heldBackSeconds)
    for button in [ButtonName.record, .source] {
      guard let pressed = buttons.live(button)?.place else { continue }
      // A paused take gives nothing to the storage, so that it may go on where the button went down.
      place = min(place, isPaused ? pressed : max(pressed, back(Self.heldForButtonSeconds)))
    }
    // Frames after a restart of the device may be those of other channels.
    if let unsure { place = min(place, max(unsure, back(Self.heldForOrderSeconds))) }
    return max(place, oldest)
  }
}

import Boards
import Realtime
import TakeFiles

/// The state of a recorder: its activity with takes, and separately its device, its troubles and its buttons.
///
/// The state is a value. Data that belong to one activity are in the payload of its case, so that no data of a take can
/// outlive the take. Device, troubles and buttons are separate from the activity, because they change independently: a
/// button may be held while a device is reopened, and a take may run while the storage of an earlier take has failed.
struct RecorderState: Sendable, Equatable {
  /// The present activity with takes: the recorder does only one of these things at a time.
  enum Activity: Sendable, Equatable {
    /// No take is running or decided on.
    case none
    /// A take has been decided on; it starts when record is released, or once the board's orientation is known.
    case latched(LatchedTake)
    /// A fault ended a take, and another take will continue it automatically as soon as possible.
    case interrupted(TakeRestart)
    /// A take is running.
    case recording(OngoingTake)
    /// A take is paused.
    case paused(OngoingTake)
  }

  /// The state of the capture device.
  enum Device: Sendable, Equatable {
    /// Nothing is captured; if there is a time, the device is tried again at that time of the control clock.
    case closed(retryAt: Double?)
    /// The microphones are captured and the pre-roll is kept.
    case open
    /// Nothing is captured, because another program has borrowed the device.
    case lent(to: String)
    /// Nothing is captured until the next scheduled take, a press or a program's request.
    case asleep
  }

  /// The troubles that prevent takes, several of which can be present at once.
  struct Troubles: Sendable, Equatable {
    /// The board reports that its supply is about to end.
    var isPowerFailing = false
    /// The fault of a capture device that cannot be opened, or that stopped delivering; `nil` if there is none.
    var capture: SessionFault?
    /// The error of a storage that failed; `nil` if it works.
    var storage: TakeFileError?
  }

  /// The rules for what the recorder does automatically.
  struct Rules: Sendable, Equatable {
    /// True if a new take starts when a capture device that was lost during a take is back.
    var restartsTake = false
    /// Seconds after which a take ends automatically; `nil` if takes do not end automatically.
    var takeSeconds: Double?
    /// Seconds after which a take started by loud sound ends automatically; `nil` if such takes only end when it is
    /// quiet.
    var triggeredSeconds: Double?
    /// True if holding the source button for 10 s opens or closes the Wi-Fi.
    var hasWiFiHold = false
  }

  /// A take that has ended.
  struct EndedTake: Sendable, Equatable {
    /// The identity of the take.
    var uid: String
    /// The time at which the take ended, in seconds on the control clock.
    var time: Double
    /// The take that completes a scheduled take if the storage fails before its files are closed; otherwise `nil`.
    var rest: TakeRestart?
  }

  /// A fault of the capture device that was reported.
  struct ToldFault: Sendable, Equatable {
    /// The fault.
    var fault: SessionFault
    /// The time of the report, in seconds on the control clock.
    var time: Double
  }

  /// The rules from the configuration.
  let rules: Rules
  /// The present activity of the recorder with takes.
  var activity = Activity.none
  /// The state of the capture device.
  var device = Device.closed(retryAt: nil)
  /// The troubles that prevent takes.
  var troubles = Troubles()
  /// The state of the buttons: which are down, since when, and what their presses can mean.
  var buttons: ButtonGrammar

  /// The time on the control clock since which the open device has been delivering frames; `nil` until it delivers any.
  var deliversSince: Double?
  /// The faults of the capture device that were reported in the last ten minutes, and since it was last reliable.
  var toldFaults: [ToldFault] = []
  /// True if the last fault of the capture device was not reported, because it only repeated one already reported.
  var isFaultAgain = false

  /// Returns true if the device has delivered frames for so long that its next fault counts as a new one.
  func isReliable(at time: Double) -> Bool {
    deliversSince.map { time - $0 >= Self.reliableSeconds } ?? false
  }

  /// The take that ended last; `nil` if none has ended.
  var ended: EndedTake?

  /// Creates the state of an idle recorder.
  init(rules: Rules = Rules()) {
    self.rules = rules
    buttons = ButtonGrammar(hasWiFiHold: rules.hasWiFiHold)
  }

  /// The reason why no take is possible at present; `nil` if a take is possible.
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

  /// Returns the identity of the take that was running at a time a moment ago; `nil` if none was.
  ///
  /// A press is recognised slightly after the button went down, but its meaning is determined by the state when it went
  /// down.
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

  /// True while the mere passing of time may change something, because a device is to be tried again or a take is to
  /// start automatically.
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

  /// The state of takes for the level trigger: `nil` if no take is in progress or about to start, true if the level
  /// started the take in progress, otherwise false.
  var takeForTrigger: Bool? {
    activity == .none ? nil : running?.isTriggered ?? false
  }

  /// The latched take; `nil` if there is none, or if the device is not open to start it.
  var latched: LatchedTake? {
    if case .latched(let take) = activity, isOpen { take } else { nil }
  }

  /// True while record is down and its release will end the current take or cancel its continuation; nothing starts
  /// automatically meanwhile.
  var isStopHeld: Bool {
    switch buttons.live(.record)?.intent {
    case .stop, .callOff: true
    default: false
    }
  }

  /// Returns the phase that the lights show.
  ///
  /// For the lights, a take starts when record goes down. While the last take is being finished the next one can
  /// already start, so the recorder counts as armed.
  ///
  /// - Parameters:
  ///   - isConfirmed: true once the storage medium has the files of the take and their first frames.
  ///   - requestHasFailed: true if copying takes, or opening or closing the Wi-Fi, has failed since the last press.
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
  /// Seconds for which the device must deliver frames before its next fault counts as a new one, and seconds after
  /// which a repeated fault is reported again.
  static let (reliableSeconds, tellSeconds) = (10.0, 600.0)
  /// How many seconds of the newest frames are held back from a take.
  ///
  /// A press is recognised only when its contact has been still for the debounce time and the control thread has
  /// looked. Nevertheless it counts from the place where the button went down.
  static let heldBackSeconds = 0.1
  /// How many seconds of the newest frames are held back from a take while a button is down whose press may end the
  /// take.
  ///
  /// Together with the sync every 0.5 s, this keeps the promise that a power cut loses at most one second. If a press
  /// lasts longer than this, the take ends or pauses later than the button went down, by the excess.
  static let heldForButtonSeconds = 0.4
  /// How many seconds of the newest frames are held back while the order of the channels is unknown, which is a little
  /// longer than the check of the order takes.
  static let heldForOrderSeconds = ChannelOrderCheck.seconds + 0.1

  /// Returns the place before which all frames certainly belong to a running take, or from which a paused take may
  /// still be resumed.
  ///
  /// - Parameters:
  ///   - captured: the number of frames on the time line so far.
  ///   - rate: the number of frames per second.
  ///   - unsure: the first frame whose channels may be in another order; `nil` if the order is known.
  func settledPlace(_ captured: Int, rate: Int, unsure: Int?, oldest: Int) -> Int {
    func back(_ seconds: Double) -> Int { captured - Int(seconds * Double(rate)) }
    var place = back(Self.heldBackSeconds)
    for button in [ButtonName.record, .source] {
      guard let pressed = buttons.live(button)?.place else { continue }
      // A paused take passes nothing to the storage, so it can be resumed exactly where the button went down.
      place = min(place, isPaused ? pressed : max(pressed, back(Self.heldForButtonSeconds)))
    }
    // After a restart of the device, the channels may be in another order.
    if let unsure { place = min(place, max(unsure, back(Self.heldForOrderSeconds))) }
    return max(place, oldest)
  }
}

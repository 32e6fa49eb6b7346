/// The language of the lights: the patterns that the record light and the status light show for a state, or once for an
/// event.
///
/// It is a pure state machine of (state, event, time). Slow blinking is 1 Hz, fast is 5 Hz. A blinking pattern starts
/// when its state begins, and starts by changing the level of the light, so that a new state is visible immediately.
package struct LightLanguage: Sendable, Equatable {
  /// Seconds for which a refusal is shown: three blinks of the error pattern.
  package static let refusalSeconds = 0.6
  /// Seconds for which a press of a locked button is shown: the light is lit, then dark for 0.2 s, then lit.
  package static let lockedSeconds = 0.4
  /// Seconds for which clipping is shown, with one dark flash.
  package static let clipSeconds = 1.0

  /// True if the configuration lets the lights shine.
  package let isEnabled: Bool
  private var shown: LightState?
  private var record = ShownPattern(.off, since: 0, after: false)
  private var status = ShownPattern(.off, since: 0, after: false)
  private var refusal: Passing?
  private var locked: Passing?
  private var clip: Passing?

  /// A pattern that hides the state's pattern for some time.
  private struct Passing: Sendable, Equatable {
    var shown: ShownPattern
    var seconds: Double

    var end: Double { shown.since + seconds }
    func isOn(_ time: Double) -> Bool { time < end }
  }

  /// Creates dark lights; they stay dark if the configuration disables them.
  package init(isEnabled: Bool = true) {
    self.isEnabled = isEnabled
  }

  /// Takes an event, which is shown once.
  ///
  /// An event is ignored while one of the same kind is still shown. If a warning lasts, there is a pause between two
  /// displays of clipping, in which the warning is visible.
  package mutating func handle(_ event: LightEvent, at time: Double) {
    let levels = levelsNow(time)
    switch event {
    case .clip:
      let pause = shown?.isWarning == true ? Self.clipSeconds : 0
      if let clip, time < clip.end + pause { return }
      let flash = ShownPattern(.darkFlash, since: time, after: levels.status)
      clip = Passing(shown: flash, seconds: Self.clipSeconds)
    case .refused:
      refuse(time, levels)
    case .locked:
      // A dark record light cannot show a dark moment, so the press is shown like any other refused press.
      if record.pattern == .off { return refuse(time, levels) }
      if let locked, locked.isOn(time) { return }
      let flash = ShownPattern(.darkFlash, since: time, after: levels.record)
      locked = Passing(shown: flash, seconds: Self.lockedSeconds)
    }
  }

  /// Returns the levels of the lights for the present state.
  ///
  /// - Parameters:
  ///   - state: the present state; it counts as beginning at this time if it differs from the state in the last call.
  ///   - time: seconds on the control clock, never decreasing.
  package mutating func levels(_ state: LightState, at time: Double) -> LightLevels {
    guard isEnabled else { return LightLevels() }
    if state != shown { begin(state, time) }
    return levelsNow(time)
  }

  /// Returns the time at which the levels will change next if nothing happens; they are constant until then.
  ///
  /// - Returns: a time later than `time`, in seconds on the control clock; `time` itself if the state is not shown yet;
  ///   `nil` if the levels will not change.
  package func nextChange(_ state: LightState, after time: Double) -> Double? {
    guard isEnabled else { return nil }
    guard state == shown else { return time }
    var times = [record.nextChange(after: time), status.nextChange(after: time)]
    for case let passing? in [refusal, locked, clip] where passing.isOn(time) {
      times.append(passing.end)
      if let next = passing.shown.nextChange(after: time), next < passing.end { times.append(next) }
    }
    return times.compactMap { $0 }.min()
  }

  private mutating func refuse(_ time: Double, _ levels: LightLevels) {
    if let refusal, refusal.isOn(time) { return }
    let blink = ShownPattern(.fast, since: time, after: levels.status)
    refusal = Passing(shown: blink, seconds: Self.refusalSeconds)
  }

  private mutating func begin(_ state: LightState, _ time: Double) {
    let before = levelsNow(time)
    shown = state
    let (record, status) = state.patterns
    if record != self.record.pattern {
      self.record = ShownPattern(record, since: time, after: before.record)
    }
    if status != self.status.pattern {
      self.status = ShownPattern(status, since: time, after: before.status)
    }
  }

  private func levelsNow(_ time: Double) -> LightLevels {
    guard isEnabled, let phase = shown?.phase else { return LightLevels() }
    var levels = LightLevels(record: record.isLit(time), status: status.isLit(time))
    // In the error state there is no take that could clip, and the error pattern must stay visible.
    if phase == .error { return levels }
    if let clip, clip.isOn(time), phase != .starting { levels.status = clip.shown.isLit(time) }
    if let locked, locked.isOn(time), record.pattern != .off {
      levels.record = locked.shown.isLit(time)
    }
    if let refusal, refusal.isOn(time) {
      levels = LightLevels(record: false, status: refusal.shown.isLit(time))
    }
    return levels
  }
}

extension LightState {
  /// The patterns of the record light and the status light for this state, as listed in the table of the lights.
  var patterns: (record: LightPattern, status: LightPattern) {
    // Copying is shown even in a take, and before a warning: someone who wants to remove the stick waits for the slow
    // blinking to end.
    let well: LightPattern = isCopying ? .slow : isWarning ? .doubleBlink : .on
    return switch phase {
    case .starting: (.off, .slow)
    case .asleep: (.off, .off)
    case .armed: (isAsked ? .doubleBlink : .off, well)
    case .takeStarting: (.fast, well)
    case .recording: (.on, well)
    case .paused: (.slow, well)
    case .error: (.off, .fast)
    }
  }
}

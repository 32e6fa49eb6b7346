/// The language of the lights: the patterns of the record and status light for a state, and those shown once for an
/// event.
///
/// A pure state machine of (state, event, time). Slow is 1 Hz, fast is 5 Hz; a blink starts when its state begins, with
/// the level that the light did not have, so that a new state shows at once.
package struct LightLanguage: Sendable, Equatable {
  /// Seconds for which the error pattern is shown once: three blinks.
  package static let refusalSeconds = 0.6
  /// Seconds for which a press on locked buttons is shown: lit, 0.2 s dark, lit.
  package static let lockedSeconds = 0.4
  /// Seconds for which clipping is shown, with one dark flash.
  package static let clipSeconds = 1.0

  /// True if the lights are used at all.
  package let isEnabled: Bool
  private var shown: LightState?
  private var record = ShownPattern(.off, since: 0, after: false)
  private var status = ShownPattern(.off, since: 0, after: false)
  private var refusal: Passing?
  private var locked: Passing?
  private var clip: Passing?

  /// A pattern shown over the state's pattern for some time.
  private struct Passing: Sendable, Equatable {
    var shown: ShownPattern
    var seconds: Double

    var end: Double { shown.since + seconds }
    func isOn(_ time: Double) -> Bool { time < end }
  }

  /// Dark lights; forever if the configuration disables them.
  package init(isEnabled: Bool = true) {
    self.isEnabled = isEnabled
  }

  /// Takes an event that is shown once.
  ///
  /// The same event is not shown again while it is still shown. A lasting warning stays visible between two clips.
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
      // A dark record light cannot show a dark moment: such a press shows like any refused press.
      if record.pattern == .off { return refuse(time, levels) }
      if let locked, locked.isOn(time) { return }
      let flash = ShownPattern(.darkFlash, since: time, after: levels.record)
      locked = Passing(shown: flash, seconds: Self.lockedSeconds)
    }
  }

  /// The levels of the lights in a state.
  ///
  /// - Parameters:
  ///   - state: begins at this time if it differs from the state in the last call.
  ///   - time: seconds on the control clock, never decreasing.
  package mutating func levels(_ state: LightState, at time: Double) -> LightLevels {
    guard isEnabled else { return LightLevels() }
    if state != shown { begin(state, time) }
    return levelsNow(time)
  }

  /// The time at which the levels change next if nothing happens; they are constant until then.
  ///
  /// - Returns: seconds on the control clock, later than `time`; `time` itself for a state not shown yet; `nil` if
  ///   there is no further change.
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
    // In the error state no take could clip, and the error pattern shows all the time.
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
  /// The row of the table: the patterns of the record and the status light.
  var patterns: (record: LightPattern, status: LightPattern) {
    // Someone about to remove the stick waits for the end of the slow blinking, in a take too.
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

import Recorder

/// The messages of a board's lights, in the light language.
package struct LightShow {
  private let port: (any LightPort)?
  private var language = LightLanguage()
  private var clippedSamples: [UInt32] = []

  /// A show on the lights of a board; `nil` when the settings switch them off.
  package init(_ port: (any LightPort)?) {
    self.port = port
  }

  /// Takes in events, and shows the state of the session.
  ///
  /// - Parameter isStarting: true while the recorder still prepares itself, which is shown instead of armed.
  /// - Returns: the time of the next change of a light if there is no event; `nil` for never.
  package mutating func show(
    _ events: [SessionEvent], of session: Session, isStarting: Bool, at now: Double
  ) -> Double? {
    guard let port else { return nil }
    for event in events {
      if let light = LightEvent(event) { language.handle(light, at: now) }
    }
    if hasClipped(session.clippedSamples) { language.handle(.clip, at: now) }
    var state = session.lightState
    if isStarting, state.phase == .armed { state.phase = .starting }
    port.show(language.levels(state, at: now))
    return language.nextChange(state, after: now)
  }

  /// Switches both lights off.
  package func darken() { port?.show(LightLevels()) }

  /// True when a microphone reached full scale since the last call.
  private mutating func hasClipped(_ counts: [UInt32]) -> Bool {
    defer { clippedSamples = counts }
    // A device that was reopened counts from zero.
    return counts.count == clippedSamples.count && counts != clippedSamples
  }
}

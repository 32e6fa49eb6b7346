import Recorder

/// Shows the recorder's messages on a board's LEDs, in the light language.
package struct LightShow {
  private let port: (any LightPort)?
  private var language = LightLanguage()
  private var clippedSamples: [UInt32] = []

  /// A show on the LEDs of a board; `port` is `nil` if the settings switch the LEDs off.
  package init(_ port: (any LightPort)?) {
    self.port = port
  }

  /// Processes events, and shows the state of the session on the LEDs.
  ///
  /// - Parameter isStarting: true while the recorder is still starting up; the LEDs then show this instead of armed.
  /// - Returns: the time of the next LED change if no event comes first; `nil` for never.
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

  /// Switches both LEDs off.
  package func darken() { port?.show(LightLevels()) }

  /// True if a microphone has reached full scale since this was last called.
  private mutating func hasClipped(_ counts: [UInt32]) -> Bool {
    defer { clippedSamples = counts }
    // A reopened device counts from zero, so only equal numbers of channels are compared.
    return counts.count == clippedSamples.count && counts != clippedSamples
  }
}

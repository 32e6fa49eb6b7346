import Recorder

/// The messages of a board's LEDs, in the light language.
package struct LightShow {
  private let port: (any LightPort)?
  private var language = LightLanguage()
  private var clippedSamples: [UInt32] = []

  /// A show on the LEDs of a board; `nil` if the settings switch them off.
  package init(_ port: (any LightPort)?) {
    self.port = port
  }

  /// Processes events, and shows the state of the session.
  ///
  /// - Parameter isStarting: true while the recorder is still starting up, shown instead of armed.
  /// - Returns: the time of the next change of an LED if there is no event; `nil` for never.
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

  /// True if a microphone reached full scale since the last call.
  private mutating func hasClipped(_ counts: [UInt32]) -> Bool {
    defer { clippedSamples = counts }
    // A reopened device counts from zero.
    return counts.count == clippedSamples.count && counts != clippedSamples
  }
}

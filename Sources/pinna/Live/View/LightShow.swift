import Recorder

/// What the lights of a board say, in the light language.
struct LightShow {
  private let port: (any LightPort)?
  private var language = LightLanguage()
  private var clippedSamples: [UInt32] = []

  /// A show on the lights of a board; `nil` when the settings switch them off.
  init(_ port: (any LightPort)?) {
    self.port = port
  }

  /// Takes in what happened, and shows how the session is.
  ///
  /// - Parameter isStarting: whether the recorder still prepares itself, which is shown instead of armed.
  /// - Returns: when a light changes next if nothing happens; `nil` for never.
  mutating func show(
    _ events: [SessionEvent], of session: Session, isStarting: Bool, at now: Double
  ) -> Double? {
    guard let port else { return nil }
    for event in events {
      if let light = LightEvent(event) { language.handle(light, at: now) }
    }
    if hasClipped(session.snapshot(now)) { language.handle(.clip, at: now) }
    var state = session.lightState
    if isStarting, state.phase == .armed { state.phase = .starting }
    port.show(language.levels(state, at: now))
    return language.nextChange(state, after: now)
  }

  /// Puts both lights out.
  func darken() { port?.show(LightLevels()) }

  /// Whether a microphone came to full scale since the last look.
  private mutating func hasClipped(_ snapshot: SessionSnapshot) -> Bool {
    let counts = snapshot.channels.map(\.clippedSamples)
    defer { clippedSamples = counts }
    // A device that was opened anew counts from zero.
    return counts.count == clippedSamples.count && counts != clippedSamples
  }
}

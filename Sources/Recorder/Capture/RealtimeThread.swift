/// A thread that asks for a realtime priority.
package enum RealtimeThread: String, Sendable, CaseIterable {
  /// Takes frames from the device.
  case capture
  /// Renders a take.
  case render
  /// Renders the live sound and its meters.
  case live
  /// Plays to the headphones.
  case playback
}

/// A thread that asks for a realtime priority.
package enum RealtimeThread: String, Sendable, CaseIterable {
  /// The thread that takes frames from the capture device.
  case capture
  /// The thread that renders a take.
  case render
  /// The thread that renders the live sound and measures its levels.
  case live
  /// The thread that plays the sound to the headphones.
  case playback
}

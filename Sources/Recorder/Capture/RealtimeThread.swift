/// A thread that asks for a realtime priority.
package enum RealtimeThread: String, Sendable, CaseIterable {
  /// The one that takes frames from the device.
  case capture
  /// The one that renders a take.
  case render
  /// The one that renders the live sound and its meters.
  case live
  /// The one that plays into headphones.
  case playback
}

import Realtime
import Recorder

/// The marks that stay on meters for the eye: held peaks and clip flags of every channel and of left and right.
struct MeterMarks: Equatable, Sendable {
  /// Of the channels of the capture device.
  private(set) var channels: [MeterHold] = []
  /// Of left and right, or of the one channel of a mono pattern.
  private(set) var ears: [MeterHold] = []

  /// Takes in what the meters show now.
  ///
  /// - Parameter seconds: the time of the snapshot, on the clock of the caller.
  mutating func update(_ snapshot: SessionSnapshot, at seconds: Double) {
    channels = Self.updated(channels, snapshot.channels, seconds)
    ears = Self.updated(ears, snapshot.ears, seconds)
  }

  /// Takes all clip flags down.
  mutating func clearClips() {
    channels = channels.map { $0.clearingClip() }
    ears = ears.map { $0.clearingClip() }
  }

  private static func updated(
    _ holds: [MeterHold], _ readings: [MeterReading], _ seconds: Double
  ) -> [MeterHold] {
    // Another count means another device or another pattern: nothing of the old marks is true of it.
    guard holds.count == readings.count else {
      return readings.map { MeterHold($0, atSeconds: seconds) }
    }
    return zip(holds, readings).map { $0.updated(with: $1, atSeconds: seconds) }
  }
}

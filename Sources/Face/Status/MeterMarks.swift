import Realtime
import Recorder

/// The marks that remain on meters for a while: the held peaks of every channel, of left and of right.
struct MeterMarks: Equatable, Sendable {
  /// The marks of the channels of the capture device.
  private(set) var channels: [MeterHold] = []
  /// The marks of left and right, or of the one channel of a mono pattern.
  private(set) var ears: [MeterHold] = []

  /// Updates the marks from the present readings of the meters.
  ///
  /// - Parameter seconds: the time of the snapshot, by the caller's clock.
  mutating func update(_ snapshot: SessionSnapshot, at seconds: Double) {
    channels = Self.updated(channels, snapshot.channels, seconds)
    ears = Self.updated(ears, snapshot.ears, seconds)
  }

  private static func updated(
    _ holds: [MeterHold], _ readings: [MeterReading], _ seconds: Double
  ) -> [MeterHold] {
    // If the number of readings has changed, so has the device or the pattern, and the old marks no longer apply.
    guard holds.count == readings.count else {
      return readings.map { MeterHold($0, atSeconds: seconds) }
    }
    return zip(holds, readings).map { $0.updated(with: $1, atSeconds: seconds) }
  }
}

import Realtime
import Recorder

/// The marks that stay on meters for a while: held peaks and clip flags of every channel and of left and right.
struct MeterMarks: Equatable, Sendable {
  /// The marks of the channels of the capture device.
  private(set) var channels: [MeterHold] = []
  /// The marks of left and right, or of the one channel of a mono pattern.
  private(set) var ears: [MeterHold] = []

  /// Takes in the present readings of the meters.
  ///
  /// - Parameter seconds: the time of the snapshot, on the clock of the caller.
  mutating func update(_ snapshot: SessionSnapshot, at seconds: Double) {
    channels = Self.updated(channels, snapshot.channels, seconds)
    ears = Self.updated(ears, snapshot.ears, seconds)
  }

  private static func updated(
    _ holds: [MeterHold], _ readings: [MeterReading], _ seconds: Double
  ) -> [MeterHold] {
    // Another count means another device or another pattern, for which the old marks do not hold.
    guard holds.count == readings.count else {
      return readings.map { MeterHold($0, atSeconds: seconds) }
    }
    return zip(holds, readings).map { $0.updated(with: $1, atSeconds: seconds) }
  }
}

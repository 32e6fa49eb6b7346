import Boards
import Realtime
import Recorder

/// The exact values of a recorder at one moment, for a program that contains it; other programs get a
/// ``RecorderStatus``.
package struct RecorderReadings: Sendable {
  /// The activity of the recorder.
  package let state: RecorderStatus.State
  /// The route that was requested, and the route in use.
  package let preferred, actual: Route
  /// The case of the running take, or of a take started now.
  package let which: Board.Case
  /// The input gain that the sound card granted, in decibels; `nil` if there is none.
  package let inputGain: Double?
  /// The levels of left and right, and of all channels of the capture device.
  package let ears, channels: [MeterReading]
  /// The length in seconds of the pre-roll that a take would have if it started now.
  package let preRollSeconds: Double
  /// The number of frames lost in gaps since the device was opened.
  package let gapFrames: Int
  /// The length in seconds of a take that would fit into the free space; `nil` if unknown.
  package let secondsLeft: Double?
  /// The names of the microphones that deliver nothing.
  package let unusable: [String]
}

extension RecorderHost {
  /// The readings at this moment.
  package var readings: RecorderReadings {
    let snapshot = session.snapshot(now)
    return RecorderReadings(
      state: .init(snapshot.state), preferred: snapshot.preferred, actual: snapshot.actual,
      which: snapshot.which, inputGain: snapshot.grant?.inputGain, ears: snapshot.ears,
      channels: snapshot.channels, preRollSeconds: snapshot.preRollSeconds,
      gapFrames: snapshot.gapFrames, secondsLeft: snapshot.storage?.secondsLeft,
      unusable: snapshot.unusable)
  }

  /// Does the work that is due now, without a turn; the next turn reports its events.
  package func proceed() { session.tick(now) }
}

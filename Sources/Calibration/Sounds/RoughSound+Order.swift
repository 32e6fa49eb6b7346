import Boards
import Diagnostics

extension RoughSound {
  /// A sound whose direction and distance a person has stated.
  package struct Told: Sendable, Equatable {
    /// The direction from which the sound came.
    package var from: ToldDirection
    /// The distance of the sound in metres, to within about 40 %; infinite for plane waves.
    package var distance: Double

    /// Creates a sound from its parts.
    package init(from: ToldDirection, distance: Double = RoughSound.usualDistance) {
      self.from = from
      self.distance = distance
    }
  }

  /// Finds the sounds of a recording, which silence separates, and gives them the stated directions.
  ///
  /// A sound is a stretch of high level; if it is long, it is cut into pieces, see ``single(in:)``.
  ///
  /// - Parameter told: the stated directions and distances, in the order of the sounds.
  /// - Throws: ``CalibrationRefusal/otherCount(told:found:)`` if the recording has more or fewer sounds.
  package static func inOrder(
    _ told: [Told], in sound: CapturedSound
  ) throws(CalibrationRefusal) -> [RoughSound] {
    let envelope = SoundEnvelope(sound)
    let bursts = envelope.bursts(in: envelope.powers.indices)
    guard bursts.count == told.count else {
      throw .otherCount(
        told: told.count, found: bursts.map { Double($0.lowerBound) * SoundEnvelope.step })
    }
    return zip(bursts, told).enumerated().flatMap { index, pair in
      let (burst, one) = pair
      let whole = RoughSound(
        name: "\(index + 1) (\(one.from.name))",
        start: max(0, Double(burst.lowerBound) - 1) * SoundEnvelope.step,
        end: Double(burst.upperBound) * SoundEnvelope.step, direction: one.from.direction,
        distance: one.distance)
      return whole.pieces
    }
  }
}

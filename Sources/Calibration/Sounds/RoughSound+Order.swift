import Boards
import Diagnostics

extension RoughSound {
  /// A sound with a direction and a distance stated by a person.
  package struct Told: Sendable, Equatable {
    /// The direction it came from.
    package var from: ToldDirection
    /// The distance in metres, within some 40 %; infinite for plane waves.
    package var distance: Double

    /// A sound from its parts.
    package init(from: ToldDirection, distance: Double = RoughSound.usualDistance) {
      self.from = from
      self.distance = distance
    }
  }

  /// Finds the sounds of a recording, separated by silence, and gives them the stated directions.
  ///
  /// A sound is a stretch of high level; a long one is cut into pieces, see ``single(in:)``.
  ///
  /// - Parameter told: the directions in the order of the sounds.
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

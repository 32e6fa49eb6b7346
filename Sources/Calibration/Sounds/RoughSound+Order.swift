import Boards
import Diagnostics

extension RoughSound {
  /// A sound of which somebody tells where it came from, and how far away it was.
  public struct Told: Sendable, Equatable {
    /// Where it came from.
    public var from: ToldDirection
    /// Metres, within some 40 %; infinite for plane waves.
    public var distance: Double

    /// A sound from its parts.
    public init(from: ToldDirection, distance: Double = RoughSound.usualDistance) {
      self.from = from
      self.distance = distance
    }
  }

  /// The sounds of a recording, one after the other with silence between them, of which somebody has told the directions.
  ///
  /// A sound is where the level is high for a while; one that lasts is cut into pieces, see ``single(in:)``.
  ///
  /// - Parameter told: the directions in the order of the sounds.
  /// - Throws: ``CalibrationRefusal/otherCount(told:found:)`` when there are more sounds in the recording, or fewer.
  public static func inOrder(
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

import Diagnostics
import Glibc

extension RoughSound {
  /// Finds the single sounds in this stretch of a recording: every clap, or the pieces of a steady noise.
  ///
  /// A person who is asked to "clap four times from the left" does so at some time between ``start`` and ``end``. A
  /// level that stays high is noise; every piece of it that is ``pieceSeconds`` long is a separate sound, because a
  /// walking person has moved by then.
  ///
  /// - Parameter sound: the recording.
  package func single(in sound: CapturedSound) -> [RoughSound] {
    let envelope = SoundEnvelope(sound)
    let first = max(0, Int(start / SoundEnvelope.step))
    let last = max(first, min(envelope.powers.count, Int(end / SoundEnvelope.step)))
    var found: [RoughSound] = []
    for burst in envelope.bursts(in: first..<last) {
      var whole = self
      whole.start = max(0, Double(burst.lowerBound) - 1) * SoundEnvelope.step
      whole.end = Double(burst.upperBound) * SoundEnvelope.step
      for piece in whole.pieces {
        found.append(piece)
        found[found.count - 1].name = "\(name) \(found.count)"
      }
    }
    return found
  }

  /// The sound itself if it is short, otherwise its pieces.
  var pieces: [RoughSound] {
    let parts = max(1, Int((end - start) / Self.pieceSeconds))
    guard parts > 1 else { return [self] }
    let length = (end - start) / Double(parts)
    return (0..<parts).map { part in
      var piece = self
      piece.name = "\(name) part \(part + 1)"
      piece.start = start + Double(part) * length
      piece.end = start + Double(part + 1) * length
      return piece
    }
  }

  /// The length in seconds of a piece of noise.
  private static let pieceSeconds = 0.25
}

import Glibc

extension RoughSound {
  /// The single sounds within a prompt: every clap, or a steady noise cut into pieces.
  ///
  /// A person who is told "clap four times from the left" does it some time between ``start`` and ``end``. A clap is where
  /// the level rises by ``riseDecibels`` over the quietest part of the recording after it was low; a level that stays
  /// high is noise, of which every piece of ``pieceSeconds`` is a sound of its own, because who walks is elsewhere then.
  ///
  /// - Parameter sound: the recording.
  public func single(in sound: CapturedSound) -> [RoughSound] {
    let envelope = SoundEnvelope(sound)
    let limit = envelope.quiet * pow(10, Self.riseDecibels / 10)
    let first = max(0, Int(start / SoundEnvelope.step))
    let last = min(envelope.powers.count, Int(end / SoundEnvelope.step))
    var found: [RoughSound] = []
    var index = first
    while index < last {
      guard envelope.powers[index] > limit else {
        index += 1
        continue
      }
      let stop = Self.end(of: envelope, from: index, to: last, limit: limit)
      found += pieces(
        from: max(0, Double(index) - 1) * SoundEnvelope.step, to: Double(stop) * SoundEnvelope.step,
        after: found.count)
      index = stop
    }
    return found
  }

  /// Where the level has been low for long enough that what follows is another sound.
  private static func end(
    of envelope: SoundEnvelope, from first: Int, to last: Int, limit: Double
  ) -> Int {
    let pause = Int((pauseSeconds / SoundEnvelope.step).rounded())
    var end = first + 1
    while end < min(last, envelope.powers.count) {
      let next = envelope.powers[end..<min(last, end + pause)].firstIndex { $0 > limit }
      guard let next else { break }
      end = next + 1
    }
    return end
  }

  private func pieces(from first: Double, to last: Double, after count: Int) -> [RoughSound] {
    let parts = max(1, Int((last - first) / Self.pieceSeconds))
    let length = (last - first) / Double(parts)
    return (0..<parts).map { part in
      var piece = self
      piece.name = "\(name) \(count + part + 1)"
      piece.start = first + Double(part) * length
      piece.end = first + Double(part + 1) * length
      return piece
    }
  }

  /// Decibels over the quiet part at which a sound begins.
  private static let riseDecibels = 15.0
  /// Seconds of quiet that end a sound.
  private static let pauseSeconds = 0.1
  /// Seconds of a piece of noise.
  private static let pieceSeconds = 0.25
}

/// The power of all channels together, in short steps.
struct SoundEnvelope {
  /// Seconds.
  static let step = 0.005
  /// Less than one bit of 24 makes.
  private static let nothing = 1e-15
  /// Mean squares, without the offset of each channel.
  let powers: [Double]
  /// The power that a fiftieth of all steps is below, without those of gaps, which have none.
  let quiet: Double

  init(_ sound: CapturedSound) {
    let length = max(1, Int(Self.step * Double(sound.rate)))
    let steps = sound.frames / length
    var powers = [Double](repeating: 0, count: steps)
    for channel in 0..<sound.channels {
      let samples = sound.samples(of: channel)
      let mean = samples.reduce(0, +) / Double(max(1, samples.count))
      for step in 0..<steps {
        var power = 0.0
        for frame in (step * length)..<((step + 1) * length) {
          power += (samples[frame] - mean) * (samples[frame] - mean)
        }
        powers[step] += power / Double(length)
      }
    }
    self.powers = powers
    let heard = powers.filter { $0 > Self.nothing }.sorted()
    quiet = heard.isEmpty ? Self.nothing : heard[heard.count / 50]
  }
}

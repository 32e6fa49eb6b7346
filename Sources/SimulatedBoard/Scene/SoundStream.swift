import Glibc
import TakeFiles

/// The sound of one source as it arrives at the array's centre, frame after frame.
struct SoundStream: Sendable {
  private var generator: Generator
  private let amplitude: Double
  private let start: Int
  private let end: Int
  private let fadeFrames: Int
  private let fadesIn: Bool
  /// The next frame to be made, counted from the start of the scenario.
  private(set) var frame: Int

  /// The scene that a person can change; its sounds start over after a number of frames.
  private let live: LiveScene?
  private let period: Int?

  private enum Generator: Sendable {
    case recorded([Float], loops: Bool)
    /// Recordings, one for each direction, and the index of the current one.
    case spoken([SpokenWord], now: Int)
    case tone(radiansPerFrame: Double)
    case white(SeededRandom)
    case pink(SeededRandom, PinkNoise)
  }

  /// The fade-in time of tones and noises and the fade-out time of every sound, in seconds, to avoid clicks.
  private static let fadeSeconds = 0.005

  /// Creates a stream whose first sample belongs to `frame`, which may lie before the start of the scenario.
  ///
  /// - Throws: `TakeFileError` if a file cannot be read.
  init(
    _ source: SoundSource, index: Int, seed: UInt64, rate: Double, firstFrame: Int,
    live: LiveScene? = nil
  ) throws(TakeFileError) {
    frame = firstFrame
    self.live = live
    period = live.map { Int(($0.seconds * rate).rounded()) }
    start = Int((source.start * rate).rounded())
    end = min(source.until.map { Int(($0 * rate).rounded()) } ?? .max, period ?? .max)
    fadeFrames = Int(Self.fadeSeconds * rate)
    // A full-scale sine wave has a level of 0 dBFS and a power of 1/2.
    let peak = pow(10, source.level / 20)
    let meanSquare = peak * peak / 2
    var random = SeededRandom(seed: seed, purpose: .source, index: index)
    switch source.sound {
    case .file(let path):
      let samples = try RecordedSound.load(path: path, rate: rate)
      amplitude = Self.amplitude(of: samples, meanSquare)
      generator = .recorded(samples, loops: source.isLooped)
      fadesIn = false
    case .voice(let pitch):
      let samples = SyntheticVoice.samples(pitch: pitch, rate: rate, random: &random)
      amplitude = Self.amplitude(of: samples, meanSquare)
      generator = .recorded(samples, loops: source.isLooped)
      fadesIn = false
    case .spoken(let directory):
      let words = try SpokenWord.all(in: directory, rate: rate)
      amplitude = Self.amplitude(of: words.flatMap(\.samples), meanSquare)
      generator = .spoken(words, now: 0)
      fadesIn = false
    case .tone(let frequency):
      amplitude = peak
      generator = .tone(radiansPerFrame: 2 * .pi * frequency / rate)
      fadesIn = true
    case .noise(.white):
      amplitude = meanSquare.squareRoot()
      generator = .white(random)
      fadesIn = true
    case .noise(.pink):
      amplitude = meanSquare.squareRoot()
      let pink = PinkNoise(settlingWith: &random)
      generator = .pink(random, pink)
      fadesIn = true
    }
  }

  /// The factor that gives samples a mean square of `meanSquare`.
  private static func amplitude(of samples: [Float], _ meanSquare: Double) -> Double {
    let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    return energy > 0 ? (meanSquare * Double(samples.count) / energy).squareRoot() : 0
  }

  /// Writes the next samples.
  mutating func next(into samples: UnsafeMutablePointer<Float>, count: Int) {
    for i in 0..<count {
      let place = period.map { frame >= 0 ? frame % $0 : frame } ?? frame
      let active = place >= start && place < end
      samples[i] = active ? Float(sample(place - start) * amplitude * envelope(place)) : 0
      frame += 1
    }
  }

  private mutating func sample(_ position: Int) -> Double {
    switch generator {
    case .recorded(let samples, let loops):
      if samples.isEmpty || (!loops && position >= samples.count) { return 0 }
      return Double(samples[position % samples.count])
    case .spoken(let words, var now):
      if position == 0 {
        now = SpokenWord.nearest(to: live?.azimuth ?? 0, in: words)
        generator = .spoken(words, now: now)
      }
      return position < words[now].samples.count ? Double(words[now].samples[position]) : 0
    case .tone(let step):
      return sin(step * Double(position))
    case .white(var random):
      let value = random.gaussian()
      generator = .white(random)
      return value
    case .pink(var random, var pink):
      let value = pink.next(random.gaussian())
      generator = .pink(random, pink)
      return value
    }
  }

  /// The gain of the fades, which rises from 0 at the edges to 1 along half a cosine period.
  private func envelope(_ place: Int) -> Double {
    let rising = fadesIn ? place - start : fadeFrames
    let nearest = min(rising, end - 1 - place)
    guard nearest < fadeFrames else { return 1 }
    return 0.5 - 0.5 * cos(.pi * (Double(nearest) + 0.5) / Double(fadeFrames))
  }
}

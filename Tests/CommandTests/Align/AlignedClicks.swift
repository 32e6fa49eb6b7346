import TakeFiles

/// The clicks of a file, a second apart from each other.
struct AlignedClicks {
  /// Their middles, in frames.
  var places: [Double] = []
  /// Frames per second of the file.
  var rate: Int

  /// Reads a file of any number of channels, of which the first is listened to.
  init(_ path: String) throws {
    let audio = try TakeAudio(path: path)
    let channels = audio.file.channels
    rate = audio.file.rate
    var samples = [Float](repeating: 0, count: audio.file.frames * channels)
    _ = try audio.read(into: &samples, frames: audio.file.frames)
    func sample(_ frame: Int) -> Float { samples[frame * channels] }
    var n = 100
    while n < audio.file.frames - 100 {
      guard sample(n) > 0.2, sample(n) >= sample(n + 1) else {
        n += 1
        continue
      }
      let part = (n - 60)..<(n + 60)
      let sum = part.reduce(0) { $0 + Double(sample($1)) }
      places.append(part.reduce(0) { $0 + Double($1) * Double(sample($1)) } / sum)
      n += 1000
    }
  }
}

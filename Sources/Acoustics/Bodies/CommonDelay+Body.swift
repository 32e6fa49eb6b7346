import Boards

extension CommonDelay {
  /// The largest distance between the compared bins in hertz.
  private static let widestStep = 100.0

  /// The delay of a body's responses relative to plane waves at its microphones, in seconds.
  static func of(
    _ set: ImpulseResponseSet, directions: [Vector3], microphones: [Vector3]
  ) -> Double {
    var length = 2
    while length < set.taps || Double(set.rate) / Double(length) > widestStep { length *= 2 }
    let transform = RealFourierTransform(length: length)
    var delay = CommonDelay(step: Double(set.rate) / Double(length))
    for (q, direction) in directions.enumerated() {
      for (n, place) in microphones.enumerated() {
        let spectrum = transform.forward(set.response(direction: q, receiver: n))
        for bin in delay.bins where bin < spectrum.count {
          let wave = PlaneWave.pressure(
            at: place, from: direction, frequency: Double(bin) * delay.step)
          delay.add(spectrum[bin], model: wave, bin: bin)
        }
      }
    }
    return delay.seconds(longest: Double(set.taps) / Double(set.rate))
  }
}

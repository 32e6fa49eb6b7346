/// Prepares floats for encoders that accept only numbers between -1 and 1.
enum SampleLimits {
  /// Copies samples and clamps them to full scale; NaN becomes silence.
  ///
  /// - Returns: the number of samples that had to be clamped.
  static func copy(
    _ samples: UnsafePointer<Float>, count: Int, to floats: UnsafeMutablePointer<Float>
  ) -> Int {
    var clamped = 0
    for i in 0..<count {
      let sample = samples[i]
      if sample >= -1 && sample <= 1 {
        floats[i] = sample
      } else {
        clamped += 1
        floats[i] = sample > 1 ? 1 : sample < -1 ? -1 : 0
      }
    }
    return clamped
  }

  /// Multiplies samples by a factor; samples that are not numbers (NaN or infinite) become silence.
  ///
  /// - Returns: the number of samples that were not numbers.
  static func scale(
    _ samples: UnsafeMutablePointer<Float>, count: Int, by factor: Float
  ) -> Int {
    var invalid = 0
    for i in 0..<count {
      if samples[i].isFinite {
        samples[i] *= factor
      } else {
        invalid += 1
        samples[i] = 0
      }
    }
    return invalid
  }

  /// Converts samples of a capture device to floats, full scale 1.
  static func floats(
    _ samples: UnsafePointer<Int32>, count: Int, of format: SampleFormat,
    to floats: UnsafeMutablePointer<Float>
  ) {
    for i in 0..<count {
      let sample =
        format == .f32
        ? Float(bitPattern: UInt32(bitPattern: samples[i])) : Float(samples[i]) * 0x1p-31
      floats[i] = sample >= -1 && sample <= 1 ? sample : sample > 1 ? 1 : sample < -1 ? -1 : 0
    }
  }
}

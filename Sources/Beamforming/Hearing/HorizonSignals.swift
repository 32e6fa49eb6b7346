import Acoustics
import Glibc

/// The signals that the outputs have for every direction of the horizon, `[output][bin][chunk]`.
struct HorizonSignals {
  /// The number of outputs.
  let outputs: Int
  /// The number of frequencies.
  let bins: Int
  /// The distance between frequencies in hertz.
  let step: Double
  /// The number of directions, counter-clockwise from forward in equal steps.
  let count = DirectionGrid.standard.horizonCount
  /// The number of groups of four directions.
  let chunks = DirectionGrid.chunks(DirectionGrid.standard.horizonCount)
  private(set) var lanes: [ComplexLanes]

  /// Takes the signals that a target has for the directions of the horizon.
  init(_ target: Target, step: Double) {
    outputs = target.outputs
    bins = target.bins
    self.step = step
    lanes = []
    var buffer = [ComplexLanes](repeating: .zero, count: target.chunks)
    for output in 0..<outputs {
      for bin in 0..<bins {
        target.read(output: output, bin: bin, into: &buffer)
        lanes += buffer.prefix(chunks)
      }
    }
  }

  /// Computes the outputs of filters on an array, for every direction in a steering around the horizon.
  init(_ filters: AppliedFilters, steering: Steering, step: Double) {
    precondition(steering.chunks == chunks && steering.bin == 0)
    outputs = filters.outputs
    bins = filters.bins
    self.step = step
    lanes = Array(repeating: .zero, count: filters.outputs * filters.bins * chunks)
    var steering = steering
    var buffer = [ComplexLanes](repeating: .zero, count: chunks)
    for bin in 0..<bins {
      if bin > 0 { steering.advance() }
      for output in 0..<outputs {
        Projection.response(
          steering.lanes, filter: filters.weights(output: output, bin: bin), into: &buffer)
        let start = (output * bins + bin) * chunks
        for chunk in 0..<chunks { lanes[start + chunk] = buffer[chunk] }
      }
    }
  }

  /// Computes the outputs of filters on one specimen of an array, for every direction of the horizon.
  init(_ filters: AppliedFilters, received: ReceivedHorizon, errors: MicrophoneErrors, step: Double)
  {
    let (outputs, bins, chunks) = (filters.outputs, filters.bins, chunks)
    var lanes = [ComplexLanes](repeating: .zero, count: outputs * bins * chunks)
    var buffer = [ComplexLanes](repeating: .zero, count: chunks)
    received.disturbed(by: errors) { bin, received in
      for output in 0..<outputs {
        Projection.response(
          received, filter: filters.weights(output: output, bin: bin), into: &buffer)
        let start = (output * bins + bin) * chunks
        for chunk in 0..<chunks { lanes[start + chunk] = buffer[chunk] }
      }
    }
    self.outputs = outputs
    self.bins = bins
    self.step = step
    self.lanes = lanes
  }

  /// Mixes left and right to one output, (left + factor x right) / 2: the factor 1 gives mid, and -1 gives side.
  ///
  /// - Precondition: the signals have exactly two outputs.
  func mixed(right factor: Double) -> HorizonSignals {
    HorizonSignals(mixing: self, right: factor)
  }

  private init(mixing both: HorizonSignals, right factor: Double) {
    precondition(both.outputs == 2)
    (outputs, bins, step) = (1, both.bins, both.step)
    let half = both.bins * chunks
    lanes = (0..<half).map { place in
      let (left, right) = (both.lanes[place], both.lanes[half + place])
      return ComplexLanes(
        (left.re + right.re * factor) * 0.5, (left.im + right.im * factor) * 0.5)
    }
  }

  /// Adds the powers of one output at one frequency, multiplied by a weight, to sums.
  func addPower(output: Int, bin: Int, weight: Double, to sums: inout [SIMD4<Double>]) {
    let start = (output * bins + bin) * chunks
    for chunk in 0..<chunks { sums[chunk] += lanes[start + chunk].power * weight }
  }

  /// The level of the first output relative to the second in decibels, `[band][direction]`.
  func levelDifferences(_ bands: [NarrowBands.Band]) -> [[Double]] {
    bands.map { band in
      (0..<count).map { direction in
        let powers = (0..<2).map { output in
          band.sum(bins: bins) { power(output: output, bin: $0, direction: direction) } + 1e-30
        }
        return 10 * log10(powers[0] / powers[1])
      }
    }
  }

  /// The response of one output to a wave from one direction at one frequency.
  func response(output: Int, bin: Int, direction: Int) -> Complex {
    lanes[(output * bins + bin) * chunks + direction / 4][direction % 4]
  }

  /// The power that one output has for a wave from one direction at one frequency.
  func power(output: Int, bin: Int, direction: Int) -> Double {
    lanes[(output * bins + bin) * chunks + direction / 4][direction % 4].power
  }

  /// The power that the first output has for a sound straight ahead.
  func forwardPower(bin: Int) -> Double { lanes[bin * chunks][0].power }

  /// The cross spectrum of left and right at one frequency, for one group of four directions.
  func cross(bin: Int, chunk: Int) -> ComplexLanes {
    let left = lanes[bin * chunks + chunk]
    let right = lanes[(bins + bin) * chunks + chunk]
    return ComplexLanes(right.re, -right.im) * left
  }
}

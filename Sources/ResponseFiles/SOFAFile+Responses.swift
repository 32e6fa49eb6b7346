import Acoustics
import CMysofa

extension SOFAFile {
  /// The sample rates in hertz that are plausible.
  private static let rates = 8000.0...1e6
  /// The largest plausible difference between stated delays in seconds: sound takes less time to pass any body.
  private static let longestDelay = 0.1

  /// The responses at the requested sample rate, or at the rate of the file if that is `nil`.
  ///
  /// If a direction was measured several times, only the response from the farthest source is used.
  borrowing func responses(rate wanted: Int?) throws(ResponseFileError) -> ImpulseResponseSet {
    let measurements = Int(contents.pointee.M)
    let receivers = Int(contents.pointee.R)
    let taps = Int(contents.pointee.N)
    let values = Self.values(contents.pointee.DataIR)
    guard measurements > 0, receivers > 0, taps > 0, values.count == measurements * receivers * taps
    else {
      throw .damaged(
        path: path,
        what: "states \(measurements) x \(receivers) x \(taps) samples, but holds \(values.count)")
    }
    guard values.allSatisfy(\.isFinite) else {
      throw .damaged(
        path: path,
        what: "holds samples that are not numbers (NaN or infinite); use another copy of the file,"
          + " or leave out the measurements that have them")
    }
    let inputRate = try sampleRate()
    let rate = wanted ?? inputRate
    let delays = try delays(count: measurements * receivers, rate: inputRate)
    let sources = try sources(count: measurements)
    let rows = FarthestSources.indices(sources).flatMap { q in
      (0..<receivers).map { q * receivers + $0 }
    }
    let resampled = Self.resample(
      rows.map { values[($0 * taps)..<(($0 + 1) * taps)] }, taps: taps,
      delays: rows.map { delays[$0] }, from: inputRate, to: rate)
    return ImpulseResponseSet(
      name: path, rate: rate,
      directions: FarthestSources.indices(sources).map { sources[$0].normalized },
      receivers: receivers, taps: resampled.taps, samples: resampled.samples,
      highest: Double(min(inputRate, rate)) / 2)
  }

  private func sampleRate() throws(ResponseFileError) -> Int {
    let rates = Self.values(contents.pointee.DataSamplingRate)
    guard let first = rates.first, rates.allSatisfy({ $0 == first }), Self.rates.contains(first),
      first == first.rounded()
    else {
      // libmysofa turns numbers of other types into meaningless values.
      throw .unsupported(
        path: path,
        what:
          "a Data.SamplingRate that is not one 64-bit float (double) with a whole number of hertz"
          + " from 8000 to 1000000",
        remedy: "write one such value for all measurements")
    }
    return Int(first)
  }

  /// The delays in frames of the file, one per response; the whole frames that all the delays have in common are
  /// subtracted.
  private func delays(count: Int, rate: Int) throws(ResponseFileError) -> [Double] {
    let delays = Self.values(contents.pointee.DataDelay)
    let least = (delays.min() ?? 0).rounded(.down)
    guard delays.allSatisfy({ $0 >= 0 && $0 - least <= Self.longestDelay * Double(rate) }) else {
      throw .damaged(
        path: path,
        what: "has delays that are negative, are not numbers, or are more than 0.1 s apart")
    }
    let receivers = Int(contents.pointee.R)
    switch delays.count {
    case 0: return Array(repeating: 0, count: count)
    case count: return delays.map { $0 - least }
    case receivers: return (0..<count).map { delays[$0 % receivers] - least }
    default:
      throw .damaged(path: path, what: "has \(delays.count) delays for \(count) responses")
    }
  }

  /// All responses at the requested rate, padded to the same length.
  private static func resample(
    _ rows: [ArraySlice<Double>], taps: Int, delays: [Double], from inputRate: Int, to rate: Int
  ) -> (samples: [Double], taps: Int) {
    var resampler = Resampler(
      inputRate: inputRate, outputRate: rate, delay: delays.max() ?? 0)
    let outputTaps = resampler.outputCount(taps)
    var samples: [Double] = []
    samples.reserveCapacity(delays.count * outputTaps)
    for (row, delay) in zip(rows, delays) {
      if delay != resampler.delay {
        resampler = Resampler(inputRate: inputRate, outputRate: rate, delay: delay)
      }
      let response = resampler.resample(row)
      samples += response
      samples += repeatElement(0, count: outputTaps - response.count)
    }
    return (samples, outputTaps)
  }
}

import Acoustics
import CMysofa
import Glibc

/// A SOFA file in the memory of libmysofa; freed with this value.
struct SOFAFile: ~Copyable {
  private let contents: UnsafeMutablePointer<MYSOFA_HRTF>
  private let path: String

  /// Opens and reads a file.
  init(path: String) throws(ResponseFileError) {
    guard access(path, F_OK) == 0 else { throw .missing(path: path) }
    guard access(path, R_OK) == 0 else {
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    var status: CInt = 0
    guard let contents = mysofa_load(path, &status) else {
      throw Self.error(status, path: path)
    }
    self.contents = contents
    self.path = path
  }

  deinit { mysofa_free(contents) }

  private static func error(_ status: CInt, path: String) -> ResponseFileError {
    switch Int(status) {
    case MYSOFA_NO_MEMORY:
      .unreadable(path: path, reason: "not enough memory")
    case MYSOFA_READ_ERROR:
      .unreadable(path: path, reason: "it ends early, or the medium has an error")
    default:
      isHDF5(path) ? .unreadableHDF5(path: path) : .notSOFA(path: path)
    }
  }

  /// Whether a file starts as HDF5 files do.
  ///
  /// - Source: HDF5 File Format Specification 3.0, II.A, format signature.
  private static func isHDF5(_ path: String) -> Bool {
    guard let file = fopen(path, "re") else { return false }
    defer { fclose(file) }
    var start = [UInt8](repeating: 0, count: 8)
    return fread(&start, 1, start.count, file) == start.count
      && start == [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]
  }

  /// A global attribute; `nil` when the file has none of this name.
  private func attribute(_ name: String) -> String? {
    var next = contents.pointee.attributes
    while let attribute = next {
      if let key = attribute.pointee.name, String(cString: key) == name,
        let value = attribute.pointee.value
      {
        return String(cString: value)
      }
      next = attribute.pointee.next
    }
    return nil
  }

  /// Conventions whose data are FIR responses in a free field.
  private static let conventions: Set<String> = ["SimpleFreeFieldHRIR", "GeneralFIR"]

  /// Refuses files that hold something else than impulse responses in a free field.
  borrowing func checkConvention() throws(ResponseFileError) {
    guard attribute("Conventions") == "SOFA" else { throw .notSOFA(path: path) }
    let convention = attribute("SOFAConventions") ?? "none"
    guard Self.conventions.contains(convention) else {
      throw .wrongConvention(path: path, convention: convention)
    }
    let type = attribute("DataType") ?? "none"
    guard type == "FIR" else {
      throw .wrongConvention(path: path, convention: "\(convention) with data type \(type)")
    }
  }

  /// The responses at a sample rate; `nil` for that of the file.
  borrowing func responses(rate wanted: Int?) throws(ResponseFileError) -> ImpulseResponseSet {
    let measurements = Int(contents.pointee.M)
    let receivers = Int(contents.pointee.R)
    let taps = Int(contents.pointee.N)
    let values = Self.values(contents.pointee.DataIR)
    guard measurements > 0, receivers > 0, taps > 0, values.count == measurements * receivers * taps
    else {
      throw .damaged(
        path: path,
        what: "states \(measurements) x \(receivers) x \(taps) samples and holds \(values.count)")
    }
    guard values.allSatisfy(\.isFinite) else {
      throw .damaged(path: path, what: "holds samples that are not numbers")
    }
    let inputRate = try sampleRate()
    let rate = wanted ?? inputRate
    let delays = try delays(count: measurements * receivers)
    let directions = try directions(count: measurements)
    let resampled = Self.resample(values, taps: taps, delays: delays, from: inputRate, to: rate)
    return ImpulseResponseSet(
      name: path, rate: rate, directions: directions, receivers: receivers, taps: resampled.taps,
      samples: resampled.samples)
  }

  private static func values(_ array: MYSOFA_ARRAY) -> [Double] {
    guard let values = array.values else { return [] }
    return UnsafeBufferPointer(start: values, count: Int(array.elements)).map(Double.init)
  }

  private func sampleRate() throws(ResponseFileError) -> Int {
    let rates = Self.values(contents.pointee.DataSamplingRate)
    guard let first = rates.first, rates.allSatisfy({ $0 == first }), first >= 1000, first <= 1e6,
      first == first.rounded()
    else {
      throw .damaged(path: path, what: "has no usable sample rate (\(rates.prefix(3)))")
    }
    return Int(first)
  }

  /// Delays in frames of the file, one per response.
  private func delays(count: Int) throws(ResponseFileError) -> [Double] {
    let delays = Self.values(contents.pointee.DataDelay)
    guard delays.allSatisfy({ $0 >= 0 && $0 < 1e6 }) else {
      throw .damaged(path: path, what: "has delays that are negative or not numbers")
    }
    let receivers = Int(contents.pointee.R)
    switch delays.count {
    case 0: return Array(repeating: 0, count: count)
    case count: return delays
    case receivers: return (0..<count).map { delays[$0 % receivers] }
    default:
      throw .damaged(path: path, what: "has \(delays.count) delays for \(count) responses")
    }
  }

  /// Unit vectors towards the sources; SOFA's axes are the scene's (X forward, Y left, Z up).
  private func directions(count: Int) throws(ResponseFileError) -> [SIMD3<Double>] {
    mysofa_tocartesian(contents)
    let values = Self.values(contents.pointee.SourcePosition)
    guard values.count == count * 3 else {
      throw .damaged(
        path: path, what: "has \(values.count / 3) source positions for \(count) measurements")
    }
    var directions: [SIMD3<Double>] = []
    for index in 0..<count {
      let v = SIMD3(values[3 * index], values[3 * index + 1], values[3 * index + 2])
      let length = (v * v).sum().squareRoot()
      guard length.isFinite, length > 0 else {
        throw .damaged(path: path, what: "has a source at the place of the listener")
      }
      directions.append(v / length)
    }
    return directions
  }

  /// All responses at the wanted rate, padded to one length.
  private static func resample(
    _ values: [Double], taps: Int, delays: [Double], from inputRate: Int, to rate: Int
  ) -> (samples: [Double], taps: Int) {
    var resampler = Resampler(
      inputRate: inputRate, outputRate: rate, delay: delays.max() ?? 0)
    let outputTaps = resampler.outputCount(taps)
    var samples: [Double] = []
    samples.reserveCapacity(delays.count * outputTaps)
    for (index, delay) in delays.enumerated() {
      if delay != resampler.delay {
        resampler = Resampler(inputRate: inputRate, outputRate: rate, delay: delay)
      }
      let response = resampler.resample(values[(index * taps)..<((index + 1) * taps)])
      samples += response
      samples += repeatElement(0, count: outputTaps - response.count)
    }
    return (samples, outputTaps)
  }
}

import Beamforming

/// Filters on disk: one file per design, keyed by a text that states everything on which the design depends.
struct FilterCache: Sendable {
  let files: KeptFiles

  init(directory: String) {
    files = KeptFiles(
      directory: directory, magic: "PINNAFIR2\n", ending: ".fir", largest: 1 << 26)
  }

  /// The filters that are kept on disk for a text; `nil` if there are none.
  func filters(for text: String) -> FilterBank? {
    guard var contents = files.contents(for: text), let rate = contents.number(),
      let microphones = contents.number(), let outputs = contents.number(),
      let taps = contents.number(), let delay = contents.number(),
      (1...32).contains(microphones), (1...3).contains(outputs), (1...65536).contains(taps),
      let coefficients = contents.floats(microphones * outputs * taps)
    else { return nil }
    var bandwidth: ClosedRange<Double>?
    if !contents.bytes.isEmpty {
      guard let range = contents.doubles(2), range[0] <= range[1] else { return nil }
      bandwidth = range[0]...range[1]
    }
    guard contents.bytes.isEmpty else { return nil }
    return FilterBank(
      rate: rate, microphones: microphones, outputs: outputs, taps: taps, delay: delay,
      coefficients: coefficients, bandwidth: bandwidth)
  }

  /// Keeps filters on disk for a text.
  ///
  /// - Returns: the problem if the filters could not be kept, otherwise `nil`.
  func keep(_ filters: FilterBank, for text: String) -> FilterCacheProblem? {
    var contents = KeptContents()
    for value in [
      filters.rate, filters.microphones, filters.outputs, filters.taps, filters.delay,
    ] {
      contents.append(value)
    }
    contents.append(filters.coefficients)
    if let range = filters.bandwidth {
      contents.append([range.lowerBound, range.upperBound])
    }
    return files.keep(contents, for: text).map {
      FilterCacheProblem(directory: files.directory, errno: $0)
    }
  }
}

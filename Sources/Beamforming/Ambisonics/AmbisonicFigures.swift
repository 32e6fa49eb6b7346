import Acoustics
import Boards
import Glibc

/// The figures of merit of ambisonics filters, computed from the filters in use.
public struct AmbisonicFigures: Sendable, Equatable, Codable {
  /// The lowest frequency in hertz at which directions and levels are accurate.
  public let lowest: Double
  /// The highest frequency in hertz at which directions and levels are accurate.
  public let highest: Double
  /// The mean error, in degrees, of the direction that W, Y and X give at 1 kHz, over all directions of the horizon.
  public let direction: Double
  /// The levels of W, Y and X at 1 kHz relative to ideal channels, in decibels.
  public let levels: [Double]
  /// The self-noise of W, Y and X in dB(A), relative to one microphone.
  public let noise: [Double]
}

extension FilterDesigner {
  /// The frequency in hertz at which direction and levels are measured.
  private static let ambisonicFrequency = 1000.0

  /// The figures of an ambisonics design; `nil` for other patterns.
  ///
  /// - Precondition: the design is for this designer's board and rate.
  public func ambisonicFigures(_ design: Design) -> AmbisonicFigures? {
    guard let band = design.filters.bandwidth, let layout = board.layout(design.which) else {
      return nil
    }
    let filters = AppliedFilters(
      design.filters, board: board, fftLength: CausalFilter.oversampling * design.filters.taps)
    let step = Double(settings.rate) / Double(2 * (filters.bins - 1))
    let array = ArrayModel(
      board, microphones: filters.microphones, layout: layout, scatterer: scatterer)
    let spectra = (0..<filters.outputs).flatMap { output -> [[Complex]] in
      let bins = (0..<filters.bins).map { filters.weights(output: output, bin: $0) }
      return filters.microphones.indices.map { position in bins.map { $0[position] } }
    }
    let point = AmbisonicMeasure(spectra, array, step: step).point(at: Self.ambisonicFrequency)
    return AmbisonicFigures(
      lowest: band.lowerBound, highest: band.upperBound, direction: point.direction,
      levels: point.levels, noise: (0..<filters.outputs).map { noise(filters, $0, step: step) })
  }

  private func noise(_ filters: AppliedFilters, _ output: Int, step: Double) -> Double {
    var (sum, reference) = (0.0, 0.0)
    for bin in 1..<filters.bins {
      let weight = AWeighting.power(Double(bin) * step)
      sum += weight * filters.noisePower(output: output, bin: bin)
      reference += weight
    }
    return 10 * log10(sum / reference + 1e-30)
  }
}

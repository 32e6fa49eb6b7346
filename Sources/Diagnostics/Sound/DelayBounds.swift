import Acoustics
import Boards
import Glibc

/// The delays between microphones, compared with their geometric bounds.
///
/// For a sound from any direction, the arrival times at two microphones differ by at most the travel time between the
/// microphones. No direction explains a larger delay: either a channel is late, or it belongs to a different
/// microphone than the board file states. The direction of the sound is unknown, so a smaller delay proves nothing.
///
/// - Source: below a quarter of a wavelength, all phases of a pair lie within a half circle, so the phase of any
///   mixture of directions lies between the phases of those directions. Around a body the path is longer: 3/2 of the
///   distance on a sphere at low frequencies (G. F. Kuhn, JASA 62, 1977, equation 6).
struct DelayBounds {
  /// The delay, in seconds, of the sound at one microphone relative to the sound at another.
  struct Delay: Equatable {
    var seconds: Double
    /// The uncertainty of the delay in seconds.
    var uncertainty: Double
  }

  private let board: Board
  private let microphones: [Int]
  /// The delays of microphone b relative to microphone a, indexed `[a][b]`; `nil` if their signals have too little in
  /// common.
  private let delays: [[Delay?]]

  /// The lowest frequency, in hertz, at which delays are measured.
  private let lowest: Double

  /// The minimum number of usable bins.
  private static let leastBins = 20
  /// The minimum coherence between two microphones.
  private static let leastCoherence = 0.8

  /// The delays between the given microphones; `nil` if no pair can be compared.
  init?(_ spectra: SoundSpectra, board: Board, microphones: [Int]) {
    let span = Self.span(board, microphones)
    guard microphones.count > 1, span > 0 else { return nil }
    let highest = min(SoundSpectra.highestCross, Air.speedOfSound / (4 * span * Self.detour(board)))
    // The phase gives the delay more precisely at higher frequencies.
    let bins = spectra.bins(from: highest / 2, to: highest).filter {
      $0 < spectra.crossBins && !MainsHum.isNear(Double($0) * spectra.step)
    }
    let delays = microphones.map { a in
      microphones.map { b in a == b ? nil : Self.delay(spectra, board, a, b, bins) }
    }
    guard delays.contains(where: { $0.contains { $0 != nil } }) else { return nil }
    self.board = board
    self.microphones = microphones
    lowest = highest / 2
    self.delays = delays
  }

  private static func span(_ board: Board, _ microphones: [Int]) -> Double {
    microphones.reduce(0) { span, a in
      microphones.reduce(span) { max($0, distance(board, a, $1)) }
    }
  }

  private static func distance(_ board: Board, _ a: Int, _ b: Int) -> Double {
    (board.microphones[a].position - board.microphones[b].position).length
  }

  /// The largest ratio of a sound's path length between two microphones to their distance.
  private static func detour(_ board: Board) -> Double { board.body == nil ? 1 : 1.5 }

  private static func delay(
    _ spectra: SoundSpectra, _ board: Board, _ a: Int, _ b: Int, _ bins: [Int]
  ) -> Delay? {
    let (first, second) = (board.microphones[a].channel, board.microphones[b].channel)
    let shared = spectra.coherence(first, second, bins: bins)
    guard shared.magnitude > leastCoherence, bins.count >= leastBins else { return nil }
    // The median is robust against the frequencies at which a microphone is in a node of the room, where its phase
    // is meaningless.
    let low = Array(spectra.bins(from: Self.coarse.lowerBound, to: Self.coarse.upperBound))
      .filter { $0 < spectra.crossBins && !MainsHum.isNear(Double($0) * spectra.step) }
    let sign = spectra.coherence(first, second, bins: low).re < 0 ? -1.0 : 1
    func delays(_ bins: [Int], around seconds: Double) -> Spread {
      Spread(
        bins.map { bin in
          let omega = 2 * .pi * Double(bin) * spectra.step
          // The phase of the cross spectrum leads in proportion to the delay of the second
          // microphone.
          let turn = Complex(cos(omega * seconds), -sin(omega * seconds))
          let cross = spectra.cross(first, second, bin: bin) * turn * sign
          return seconds + atan2(cross.im, cross.re) / omega
        })
    }
    // Low frequencies come first, because their phase does not wrap before a channel is several milliseconds late.
    let delay = delays(bins, around: delays(low, around: 0).middle)
    return Delay(seconds: delay.middle, uncertainty: sureness * delay.error)
  }

  /// The range of frequencies, in hertz, for a first, coarse estimate of delays.
  private static let coarse = 60.0...150.0

  /// The largest delay in seconds that geometry and tolerances allow between two places of the array.
  private func bound(_ a: Int, _ b: Int) -> Double {
    let (one, other) = (board.microphones[a], board.microphones[b])
    let way = Self.distance(board, a, b) * Self.detour(board) + one.tolerance + other.tolerance
    let phase = Self.sureness * board.mismatch.phaseError * .pi / 180 * 2.0.squareRoot()
    return way / Air.speedOfSound + phase / (2 * .pi * lowest)
  }

  /// The excess of a pair's delay over its bound, in seconds, for microphones in the given order; `nil` if the
  /// delay is within the bound.
  private func excess(_ a: Int, _ b: Int, _ order: [Int]) -> Double? {
    guard let delay = delays[a][b] else { return nil }
    let stated =
      board.microphones[microphones[b]].delay - board.microphones[microphones[a]].delay
    let over =
      abs(delay.seconds - stated) - delay.uncertainty
      - bound(microphones[order[a]], microphones[order[b]])
    return over > 0 ? over : nil
  }

  fileprivate func excesses(_ order: [Int]) -> Int {
    order.indices.reduce(0) { sum, a in
      sum + order.indices.filter { $0 > a && excess(a, $0, order) != nil }.count
    }
  }

  /// The median delay of a microphone relative to all comparable microphones, in seconds; positive if the
  /// microphone is late.
  func delay(_ microphone: Int) -> Delay? {
    guard let place = microphones.firstIndex(of: microphone) else { return nil }
    let known = microphones.indices.compactMap { delays[$0][place] }
      .sorted { $0.seconds < $1.seconds }
    guard !known.isEmpty else { return nil }
    // Of two delays in the middle, the larger one may be relative to a faulty microphone.
    let (low, high) = (known[(known.count - 1) / 2], known[known.count / 2])
    return abs(low.seconds) < abs(high.seconds) ? low : high
  }

  /// The microphones in the largest number of pairs with a delay that no direction explains; empty if there is no
  /// such pair.
  ///
  /// The result has several microphones if each of them may be the wrong one.
  var mostWrong: [Int] {
    let order = Array(microphones.indices)
    let counts = order.map { a in
      order.filter { excess(min(a, $0), max(a, $0), order) != nil }.count
    }
    guard let most = counts.max(), most > 0 else { return [] }
    return order.filter { counts[$0] == most }.map { microphones[$0] }
  }

  /// The orders of the microphones, by a swap or a rotation, that explain all delays if the order in the board file
  /// does not.
  ///
  /// Empty if no such order explains them, or if the order in the board file does.
  var otherOrders: [[Int]] {
    let own = Array(microphones.indices)
    guard excesses(own) > 0 else { return [] }
    let rotations = own.dropFirst().map { shift in own.map { own[($0 + shift) % own.count] } }
    let swaps = own.flatMap { a in
      own.filter { $0 > a }.map { b in
        var order = own
        order.swapAt(a, b)
        return order
      }
    }
    // The swap of two microphones may also be a rotation, so rotations that are already among the swaps are left out.
    let orders = swaps + rotations.filter { !swaps.contains($0) }
    return orders.filter { excesses($0) == 0 }.map { $0.map { microphones[$0] } }
  }

  /// The number of standard deviations that gives certainty even over many pairs on many boards.
  private static let sureness = 4.5
}

/// The median of some values, with its standard error.
struct Spread {
  /// The median.
  let middle: Double
  /// The standard error of the median, from the median absolute deviation.
  let error: Double

  /// The median of some values.
  ///
  /// - Precondition: there are values.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    let middle = sorted[sorted.count / 2]
    let deviation = sorted.map { abs($0 - middle) }.sorted()[sorted.count / 2]
    self.middle = middle
    error = Self.normal * deviation * Self.ofMedian / Double(sorted.count).squareRoot()
  }

  /// The standard deviation of a normal distribution divided by its median absolute deviation.
  private static let normal = 1.4826
  /// The standard error of the median divided by the standard error of the mean, for a normal distribution: the square
  /// root of pi / 2.
  private static let ofMedian = 1.2533
}

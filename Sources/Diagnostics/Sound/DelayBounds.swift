import Acoustics
import Boards
import Glibc

/// Delays between microphones, and what geometry allows them to be.
///
/// Sound from any direction reaches two microphones at most their distance apart. A delay that is larger no direction
/// explains: a channel is late, or it is not the microphone that the board file says. Which of several directions sound
/// comes from is not asked, so a smaller delay proves nothing.
///
/// - Source: below a quarter of a wavelength all phases of a pair lie within a half circle, so the phase of any mixture of
///   directions lies between theirs. Around a body the way is longer: 3/2 of the distance on a sphere at low frequencies
///   (G. F. Kuhn, JASA 62, 1977, equation 6).
struct DelayBounds {
  /// Seconds by which the sound of one microphone comes after that of another; `nil` when they share too little.
  struct Delay: Equatable {
    var seconds: Double
    /// Seconds within which this is sure.
    var uncertainty: Double
  }

  private let board: Board
  private let microphones: [Int]
  /// `[a][b]`: how much later b is than a.
  private let delays: [[Delay?]]

  /// Hertz from which on delays are looked at.
  private let lowest: Double

  /// Frequencies that say something.
  private static let leastBins = 20
  /// What two microphones must have in common.
  private static let leastCoherence = 0.8

  /// The delays of some microphones; `nil` where no pair can be compared.
  init?(_ spectra: SoundSpectra, board: Board, microphones: [Int]) {
    let span = Self.span(board, microphones)
    guard microphones.count > 1, span > 0 else { return nil }
    let highest = min(SoundSpectra.highestCross, Air.speedOfSound / (4 * span * Self.detour(board)))
    // A phase says more about a delay the higher the frequency is.
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

  /// By how much a way may be longer than the distance.
  private static func detour(_ board: Board) -> Double { board.body == nil ? 1 : 1.5 }

  private static func delay(
    _ spectra: SoundSpectra, _ board: Board, _ a: Int, _ b: Int, _ bins: [Int]
  ) -> Delay? {
    let (first, second) = (board.microphones[a].channel, board.microphones[b].channel)
    let shared = spectra.coherence(first, second, bins: bins)
    guard shared.magnitude > leastCoherence, bins.count >= leastBins else { return nil }
    // The middle one: a room has frequencies at which a microphone is in a node, and its phase means nothing.
    let low = Array(spectra.bins(from: Self.coarse.lowerBound, to: Self.coarse.upperBound))
      .filter { $0 < spectra.crossBins && !MainsHum.isNear(Double($0) * spectra.step) }
    let sign = spectra.coherence(first, second, bins: low).re < 0 ? -1.0 : 1
    func delays(_ bins: [Int], around seconds: Double) -> Spread {
      Spread(
        bins.map { bin in
          let omega = 2 * .pi * Double(bin) * spectra.step
          // The cross spectrum leads by what the second is late.
          let turn = Complex(cos(omega * seconds), -sin(omega * seconds))
          let cross = spectra.cross(first, second, bin: bin) * turn * sign
          return seconds + atan2(cross.im, cross.re) / omega
        })
    }
    // First at low frequencies, where a channel may be several milliseconds late before its phase goes round.
    let delay = delays(bins, around: delays(low, around: 0).middle)
    return Delay(seconds: delay.middle, uncertainty: sureness * delay.error)
  }

  /// Hertz at which a first look at delays is taken.
  private static let coarse = 60.0...150.0

  /// Seconds that geometry and tolerances allow between two places of the array.
  private func bound(_ a: Int, _ b: Int) -> Double {
    let (one, other) = (board.microphones[a], board.microphones[b])
    let way = Self.distance(board, a, b) * Self.detour(board) + one.tolerance + other.tolerance
    let phase = Self.sureness * board.mismatch.phaseError * .pi / 180 * 2.0.squareRoot()
    return way / Air.speedOfSound + phase / (2 * .pi * lowest)
  }

  /// By how many seconds a pair exceeds what is allowed, if the microphones of the board file were in these places.
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

  /// The delay of a microphone against the median of all that it can be compared with; seconds, positive when late.
  func delay(_ microphone: Int) -> Delay? {
    guard let place = microphones.firstIndex(of: microphone) else { return nil }
    let known = microphones.indices.compactMap { delays[$0][place] }
      .sorted { $0.seconds < $1.seconds }
    guard !known.isEmpty else { return nil }
    return known[known.count / 2]
  }

  /// The microphones that are in most pairs that no direction explains; none when there is no such pair.
  ///
  /// Several where each may be the one that is wrong.
  var mostWrong: [Int] {
    let order = Array(microphones.indices)
    let counts = order.map { a in
      order.filter { excess(min(a, $0), max(a, $0), order) != nil }.count
    }
    guard let most = counts.max(), most > 0 else { return [] }
    return order.filter { counts[$0] == most }.map { microphones[$0] }
  }

  /// The orders of the microphones that explain all delays when that of the board file does not: swaps and rotations; none
  /// when no such order does, or the board file's own.
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
    // A pair that is swapped is rotated as well.
    let orders = swaps + rotations.filter { !swaps.contains($0) }
    return orders.filter { excesses($0) == 0 }.map { $0.map { microphones[$0] } }
  }

  /// Standard deviations that are sure enough where many pairs of many boards are looked at.
  private static let sureness = 4.5
}

/// The middle of some values and how sure it is.
struct Spread {
  /// The median.
  let middle: Double
  /// The standard error of the median, from the middle deviation.
  let error: Double

  /// - Precondition: there are values.
  init(_ values: [Double]) {
    let sorted = values.sorted()
    let middle = sorted[sorted.count / 2]
    let deviation = sorted.map { abs($0 - middle) }.sorted()[sorted.count / 2]
    self.middle = middle
    error = Self.normal * deviation * Self.ofMedian / Double(sorted.count).squareRoot()
  }

  /// The standard deviation of normal numbers over their middle deviation.
  private static let normal = 1.4826
  /// The standard error of a median over that of a mean, for normal numbers: the root of pi / 2.
  private static let ofMedian = 1.2533
}

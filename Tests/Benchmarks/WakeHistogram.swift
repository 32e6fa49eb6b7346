/// The lateness of a thread's wake-ups, counted by the thread itself: it allocates nothing.
///
/// - Thread: ``note(_:)`` on one thread; read after that has ended.
final class WakeHistogram: @unchecked Sendable {
  /// Upper ends of the bins in microseconds; what is later is in a last bin of its own.
  static let bounds: [Double] = [
    50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 250_000,
  ]

  private let bins: UnsafeMutablePointer<Int>
  private let limits: UnsafeMutablePointer<Double>
  private(set) var worst = 0.0
  private(set) var count = 0

  init() {
    bins = .allocate(capacity: Self.bounds.count + 1)
    bins.initialize(repeating: 0, count: Self.bounds.count + 1)
    limits = .allocate(capacity: Self.bounds.count)
    for (n, bound) in Self.bounds.enumerated() { (limits + n).initialize(to: bound) }
  }

  deinit {
    bins.deallocate()
    limits.deallocate()
  }

  /// Counts one wake-up that was so many microseconds late.
  func note(_ microseconds: Double) {
    var bin = 0
    while bin < 12, microseconds > limits[bin] { bin += 1 }
    bins[bin] += 1
    count += 1
    if microseconds > worst { worst = microseconds }
  }

  /// The bins that are not empty: the range in words, and how many wake-ups were in it.
  var rows: [(range: String, count: Int)] {
    (0...Self.bounds.count).compactMap { bin in
      guard bins[bin] > 0 else { return nil }
      let last = Self.bounds.count
      let range =
        bin == last
        ? "over \(Self.text(Self.bounds[last - 1]))" : "up to \(Self.text(Self.bounds[bin]))"
      return (range, bins[bin])
    }
  }

  private static func text(_ microseconds: Double) -> String {
    microseconds < 1000 ? "\(Int(microseconds)) us" : "\(Int(microseconds / 1000)) ms"
  }
}

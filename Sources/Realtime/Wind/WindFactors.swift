/// The dimensions, smoothing factors and thresholds of a ``WindReduction``.
struct WindFactors {
  let microphones: Int
  let bins: Int
  /// The number of bins below half of the sample rate.
  let allBins: Int
  /// The index of the first microphone in use.
  let firstUsed: Int
  /// The number of vectors that hold one value for every part.
  let rows: Int
  let firstWatched: Int
  let endWatched: Int
  let singleBin: Int
  let floor: Float
  /// The fraction of a mean that is kept from one window to the next: for powers; for strengths; for weights and gains;
  /// for the share of wind while it rises, and while it falls; and for the fraction of windows with wind.
  let power: Float
  let strength: Float
  let gain: Float
  let rise: Float
  let fall: Float
  let watch: Float
  /// The steps by which the gate opens and closes in one window.
  let opening: Float
  let closing: Float
  /// The number of windows for which the gate stays open, and the number of calm windows after which the next opening
  /// counts as new wind.
  let hold: Int
  let pause: Int
  /// The lowest power of a microphone in the watched bins that counts as wind.
  let softest: Float
  /// One divided by the number of microphones in use.
  let mean: Float

  /// The time constants of the means, in seconds.
  private static let (powerSeconds, strengthSeconds, gainSeconds) = (0.02, 0.3, 0.0077)
  private static let (riseSeconds, fallSeconds, watchSeconds) = (0.0044, 0.033, 0.024)
  /// The times in seconds in which the gate opens and closes, and the time for which it stays open.
  private static let (openSeconds, closeSeconds, holdSeconds) = (0.021, 0.107, 1.0)
  /// Wind that returns within this many seconds does not count as new wind.
  private static let pauseSeconds = 30.0
  /// -65 dBFS, as a power relative to a full-scale sine wave.
  private static let softestPower = 3.162_277_7e-7

  init(_ tables: WindTables) {
    let hop = Double(tables.hop) / tables.rate
    microphones = tables.microphones
    bins = tables.bins
    allBins = tables.window / 2
    rows = (tables.microphones + Lanes.count - 1) / Lanes.count
    (firstWatched, endWatched) = (tables.watched.lowerBound, tables.watched.upperBound)
    singleBin = tables.singleBin
    floor = tables.floor
    power = ScanFactors.kept(hop, of: Self.powerSeconds)
    strength = ScanFactors.kept(hop, of: Self.strengthSeconds)
    gain = ScanFactors.kept(hop, of: Self.gainSeconds)
    rise = ScanFactors.kept(hop, of: Self.riseSeconds)
    fall = ScanFactors.kept(hop, of: Self.fallSeconds)
    watch = ScanFactors.kept(hop, of: Self.watchSeconds)
    opening = Float(hop / Self.openSeconds)
    closing = Float(hop / Self.closeSeconds)
    hold = Int(Self.holdSeconds / hop)
    pause = Int(Self.pauseSeconds / hop)
    // The sine window has a mean square of 1/2, and half of the bins are missing, so |X|^2 adds up to size^2/8 for a
    // full-scale sine wave.
    softest = Float(Self.softestPower * Double(tables.window) * Double(tables.window) / 8)
    let used = (0..<tables.microphones).filter {
      tables.corrections[tables.microphones + $0] != .zero
    }
    firstUsed = used.first ?? 0
    mean = 1 / Float(max(1, used.count))
  }
}

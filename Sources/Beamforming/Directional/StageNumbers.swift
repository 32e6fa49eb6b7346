/// The numbers of tables as flat lists: the form in which tables that take a long time to compute are kept on disk.
///
/// Numbers that are read back must fit the filters; otherwise they do not form tables.
public struct StageNumbers: Sendable, Equatable {
  /// Sizes and positions in the tables.
  public var whole: [Int]
  /// The contents of the tables.
  public var floats: [Float]

  /// Creates the numbers of tables from the numbers on disk.
  public init(whole: [Int], floats: [Float]) { (self.whole, self.floats) = (whole, floats) }

  mutating func append<Value: SIMD>(_ values: [Value]) where Value.Scalar == Float {
    floats.reserveCapacity(floats.count + values.count * Value.scalarCount)
    for value in values {
      for lane in 0..<Value.scalarCount { floats.append(value[lane]) }
    }
  }

  /// Removes and returns the first remaining numbers; returns zeros if too few remain.
  mutating func next(_ count: Int) -> [Float] {
    guard count <= floats.count - read else {
      isShort = true
      return Array(repeating: 0, count: count)
    }
    defer { read += count }
    return Array(floats[read..<(read + count)])
  }

  /// Removes and returns the first remaining numbers as vectors.
  mutating func next<Value: SIMD>(_ count: Int) -> [Value] where Value.Scalar == Float {
    let numbers: [Float] = next(count * Value.scalarCount)
    return (0..<count).map { place in
      var value = Value()
      for lane in 0..<Value.scalarCount { value[lane] = numbers[place * Value.scalarCount + lane] }
      return value
    }
  }

  /// True if all the numbers have been read, and none beyond the end.
  var isRead: Bool { !isShort && read == floats.count }

  private var read = 0
  private var isShort = false
}

extension FilterDesigner {
  /// The version of the tables for the stage after the filters, which changes when the same filters get different
  /// tables.
  public static var stageVersion: Int { 4 }
}

extension DirectionalDesign {
  /// The tables as numbers.
  public var numbers: StageNumbers {
    let sizes = [
      rate, window, microphones, signals, delay, isAround ? 1 : 0, scannedBands, rings.count,
    ]
    var numbers = StageNumbers(
      whole: sizes + bands.flatMap { [$0.lowerBound, $0.upperBound] }
        + rings.flatMap { [$0.elevation, $0.count] },
      floats: [believed.lowerBound, believed.upperBound] + floors)
    numbers.append(whitening)
    numbers.append(projections)
    numbers.append(pickers)
    numbers.append(linear)
    numbers.append(wanted)
    return numbers
  }

  /// Creates tables from numbers; `nil` if they do not fit the filters.
  public init?(_ numbers: StageNumbers, for bank: FilterBank) {
    let (whole, plan) = (numbers.whole, DirectionalPlan(rate: bank.rate))
    let ends = plan.bands.flatMap { [$0.lowerBound, $0.upperBound] }
    guard whole.count > 8, (1...18).contains(whole[7]),
      whole.count == 8 + ends.count + 2 * whole[7], whole[0] == bank.rate, whole[1] == plan.window,
      whole[2] == bank.microphones, (1...bank.microphones).contains(whole[3]),
      whole[4] == bank.delay, whole[6] == plan.scannedBands,
      Array(whole[8..<(8 + ends.count)]) == ends
    else { return nil }
    (rate, window, microphones, signals) = (whole[0], whole[1], whole[2], whole[3])
    (delay, isAround, bands, scannedBands) = (whole[4], whole[5] == 1, plan.bands, whole[6])
    rings = (0..<whole[7]).map {
      let start = 8 + ends.count + 2 * $0
      return DirectionRing(elevation: whole[start], count: whole[start + 1])
    }
    guard rings[0].elevation == 0, rings.allSatisfy({ (2...720).contains($0.count) }) else {
      return nil
    }
    let count = rings.reduce(0) { $0 + $1.count }
    var numbers = numbers
    let limits: [Float] = numbers.next(2)
    guard limits[0] < limits[1] else { return nil }
    believed = limits[0]...limits[1]
    floors = numbers.next(count * scannedBands)
    let scanned = plan.bands[plan.scannedBands - 1].upperBound
    whitening = numbers.next(scanned * signals * microphones)
    projections = numbers.next(scanned * count * microphones)
    pickers = numbers.next(count * plan.bins * microphones)
    linear = numbers.next(count * plan.bins)
    wanted = numbers.next(count * plan.bins)
    guard numbers.isRead else { return nil }
  }
}

extension WindDesign {
  /// The tables as numbers, without the strength of the wind reduction.
  public var numbers: StageNumbers {
    var numbers = StageNumbers(
      whole: [
        rate, window, microphones, delay, bins, watched.lowerBound, watched.upperBound, singleBin,
      ], floats: limits + weights + noiseGains + levels + shares)
    numbers.append(parts)
    numbers.append(corrections)
    return numbers
  }

  /// Creates tables from numbers and a strength in decibels; `nil` if the numbers do not fit the filters.
  public init?(_ numbers: StageNumbers, for bank: FilterBank, strength: Double) {
    let (whole, plan) = (numbers.whole, DirectionalPlan(rate: bank.rate))
    guard whole.count == 8, whole[0] == bank.rate, whole[1] == plan.window,
      whole[2] == bank.microphones, whole[3] == bank.delay,
      (2...(plan.window / 2)).contains(whole[4]), whole[5] > 0, whole[5] < whole[6],
      whole[6] <= whole[4], (1...whole[4]).contains(whole[7])
    else { return nil }
    (rate, window, microphones, delay) = (whole[0], whole[1], whole[2], whole[3])
    (bins, watched, singleBin) = (whole[4], whole[5]..<whole[6], whole[7])
    self.strength = strength
    var numbers = numbers
    limits = numbers.next(bins * microphones)
    weights = numbers.next(bins * microphones)
    noiseGains = numbers.next(bins)
    levels = numbers.next(bins)
    shares = numbers.next(bins)
    parts = numbers.next(bins * microphones * microphones)
    corrections = numbers.next(bins * microphones)
    guard numbers.isRead else { return nil }
  }
}

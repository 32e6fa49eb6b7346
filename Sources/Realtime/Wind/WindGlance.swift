/// The lowest bins of the microphones' windows for a fraction of the cost of all bins: from frames at a lower rate,
/// which are weighted means of the frames themselves.
///
/// The bins are those of a ``WindowTransform`` of the frames themselves, but for a delay that all microphones share,
/// and for a trace of higher frequencies in the upper bins: good enough to see that there is no wind.
///
/// - Source: binomial filters of four taps before every halving of the rate, whose zeros lie where the lowest bins
///   would hear others; R. Crochiere and L. Rabiner, Multirate Digital Signal Processing, 1983, chapter 5.
struct WindGlance: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  private var memory = Memory()
  /// The lowest bins of the last window.
  let spectrum: SpectrumRows

  private let hop: Int
  private let microphones: Int
  /// Vectors of channels of a frame.
  private let groups: Int
  /// Frames that become one.
  private let step: Int
  /// The frames of each rate but the first and the last, two old ones before the new ones.
  private let between: UnsafeMutablePointer<Lanes>
  /// The factors of the bins that make up for what the filters do to them.
  private let lifts: UnsafeMutablePointer<Float>
  private let bins: Int
  /// The slow frames of a window.
  private let slow: UnsafeMutablePointer<Lanes>
  private let transform: WindowTransform

  /// - Precondition: ``step(_:)`` of the tables is not 1.
  init(_ tables: WindTables, groups: Int) {
    (hop, microphones, self.groups) = (tables.hop, tables.microphones, groups)
    step = Self.step(tables)
    between = memory.make((tables.hop + 2 * step) * groups, of: .zero)
    // Whole vectors of four from any of the bins on.
    bins = (tables.bins + 6) / 4 * 4
    lifts = memory.make(bins, of: 0)
    for bin in 0..<bins { lifts[bin] = Self.lift(bin, window: tables.window, step: step) }
    slow = memory.make(tables.window / step * groups, of: .zero)
    transform = WindowTransform(size: tables.window / step)
    spectrum = .make(
      count: groups * Lanes.count, bins: tables.window / step / 2, in: &memory)
  }

  /// Frames that can become one without harm to the bins of wind; 1 where each is needed.
  static func step(_ tables: WindTables) -> Int {
    var step = 1
    // The slow rate has half as many bins again as there are of wind, and windows that can be transformed.
    while tables.window / (2 * step) >= max(3 * tables.bins, 16) { step *= 2 }
    return step
  }

  /// The inverse of what the filters leave of a bin: of a constant they make 8 times as much on half as many frames.
  private static func lift(_ bin: Int, window: Int, step: Int) -> Float {
    var (result, distance) = (1.0, 1)
    while distance < step {
      let cosine = Elementary.turn(bin * distance, 2 * window).cosine
      result *= 4 * cosine * cosine * cosine
      distance *= 2
    }
    return Float(1 / result)
  }

  /// Forgets all sound so far.
  @_noAllocation @_noLocks
  func reset() {
    for n in 0..<(2 * hop / step * groups) { slow[n] = .zero }
    for n in 0..<((hop + 2 * step) * groups) { between[n] = .zero }
  }

  /// Takes the next hop.
  ///
  /// - Parameter frames: a hop of vectors of channels, behind those of the hop before.
  @_noAllocation @_noLocks
  func advance(_ frames: UnsafePointer<Lanes>) {
    let fresh = hop / step * groups
    for n in 0..<fresh { slow[n] = slow[n + fresh] }
    var (source, room, count) = (frames, between + 2 * groups, hop / 2)
    while count > hop / step {
      for group in 0..<groups { halve(source + group, into: room + group, count: count) }
      // What is new here is old for the next hop, after it was read.
      if source != frames { keep(source, count: 2 * count) }
      source = UnsafePointer(room)
      room += (count + 2) * groups
      count /= 2
    }
    for group in 0..<groups { halve(source + group, into: slow + fresh + group, count: count) }
    if source != frames { keep(source, count: 2 * count) }
  }

  /// Puts the last two of some frames before the first.
  @_noAllocation @_noLocks
  private func keep(_ frames: UnsafePointer<Lanes>, count: Int) {
    let start = UnsafeMutablePointer(mutating: frames)
    for n in 0..<(2 * groups) { start[n - 2 * groups] = start[n + (count - 2) * groups] }
  }

  /// Makes an even number of frames from twice as many, and from the two before them, with the weights 1, 3, 3, 1.
  @_noAllocation @_noLocks
  private func halve(
    _ source: UnsafePointer<Lanes>, into target: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    let groups = groups
    var (frame, place) = (source, target)
    var (a, b) = (frame[-2 &* groups], frame[-1 &* groups])
    for _ in 0..<(count / 2) {
      let (c, d) = (frame[0], frame[groups])
      let (e, f) = (frame[2 &* groups], frame[3 &* groups])
      place[0] = (a + d).adding(b + c, times: Lanes(repeating: 3))
      place[groups] = (c + f).adding(d + e, times: Lanes(repeating: 3))
      (a, b) = (e, f)
      frame += 4 &* groups
      place += 2 &* groups
    }
  }

  /// Fills ``spectrum`` from the last two hops.
  @_noAllocation @_noLocks
  func look() {
    for group in 0..<groups {
      let first = group * Lanes.count
      transform.forward(
        slow + group, stride: groups, into: spectrum.from(row: first),
        count: min(Lanes.count, microphones - first))
    }
    for microphone in 0..<microphones {
      let row = spectrum.from(row: microphone)
      for bin in stride(from: 0, to: bins, by: 4) {
        let lift = Quad.load(lifts + bin)
        Quad.store(Quad.load(row.real + bin) * lift, row.real + bin)
        Quad.store(Quad.load(row.imaginary + bin) * lift, row.imaginary + bin)
      }
    }
  }
}

/// Computes only the lowest bins of the microphones' windows, for a fraction of the cost of all bins.
///
/// The bins come from frames at a lower rate, each of which is a weighted mean of original frames.
///
/// They match the bins of a ``WindowTransform`` of the original frames, except for a delay common to all microphones
/// and for traces of higher frequencies in the upper bins: good enough to see that there is no wind.
///
/// - Source: a four-tap binomial filter before every halving of the rate, whose zeros lie where other frequencies would
///   alias into the lowest bins; R. Crochiere and L. Rabiner, Multirate Digital Signal Processing, 1983, chapter 5.
struct WindGlance: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// The lowest bins of the last window.
  let spectrum: SpectrumRows

  private let hop: Int
  private let microphones: Int
  /// The number of vectors that hold the channels of a frame.
  private let groups: Int
  /// The number of original frames that are combined into one.
  private let step: Int
  /// The frames at each rate between the original and the lowest, with two old frames before the new frames.
  private let between: UnsafeMutablePointer<Lanes>
  /// For each bin, the factor that makes up for the filters' loss there.
  private let lifts: UnsafeMutablePointer<Float>
  private let bins: Int
  /// The frames of a window at the lowest rate.
  private let slow: UnsafeMutablePointer<Lanes>
  private let transform: WindowTransform

  /// - Precondition: ``step(_:)`` of the tables is not 1.
  init(_ tables: WindTables, groups: Int) {
    (hop, microphones, self.groups) = (tables.hop, tables.microphones, groups)
    step = Self.step(tables)
    between = memory.make((tables.hop + 2 * step) * groups, of: .zero)
    // Whole vectors of four must fit, starting from any of the bins.
    bins = (tables.bins + 6) / 4 * 4
    lifts = memory.make(bins, of: 0)
    for bin in 0..<bins { lifts[bin] = Self.lift(bin, window: tables.window, step: step) }
    slow = memory.make(tables.window / step * groups, of: .zero)
    transform = WindowTransform(size: tables.window / step)
    spectrum = .make(
      count: groups * Lanes.count, bins: tables.window / step / 2, in: &memory)
  }

  /// The number of frames that may be combined without harm to the bins in which wind is reduced; 1 if every frame is
  /// needed.
  static func step(_ tables: WindTables) -> Int {
    var step = 1
    // The lower rate must leave 1.5 times as many bins as wind reduction has, and windows long enough to be
    // transformed.
    while tables.window / (2 * step) >= max(3 * tables.bins, 16) { step *= 2 }
    return step
  }

  /// The inverse of the filters' gain in a bin; each halving of the rate multiplies a constant by 8 and halves the
  /// number of frames.
  private static func lift(_ bin: Int, window: Int, step: Int) -> Float {
    var (result, distance) = (1.0, 1)
    while distance < step {
      let cosine = Elementary.turn(bin * distance, 2 * window).cosine
      result *= 4 * cosine * cosine * cosine
      distance *= 2
    }
    return Float(1 / result)
  }

  /// Forgets all the sound it has processed so far.
  @_noAllocation @_noLocks
  func reset() {
    for n in 0..<(2 * hop / step * groups) { slow[n] = .zero }
    for n in 0..<((hop + 2 * step) * groups) { between[n] = .zero }
  }

  /// Processes the next hop.
  ///
  /// - Parameter frames: the frames of one hop, each made of vectors of channels; they must follow the frames of the
  ///   previous hop.
  @_noAllocation @_noLocks
  func advance(_ frames: UnsafePointer<Lanes>) {
    let fresh = hop / step * groups
    for n in 0..<fresh { slow[n] = slow[n + fresh] }
    var (source, room, count) = (frames, between + 2 * groups, hop / 2)
    while count > hop / step {
      for group in 0..<groups { halve(source + group, into: room + group, count: count) }
      // These new frames are the old frames of the next hop, so keep them after they have been read.
      if source != frames { keep(source, count: 2 * count) }
      source = UnsafePointer(room)
      room += (count + 2) * groups
      count /= 2
    }
    for group in 0..<groups { halve(source + group, into: slow + fresh + group, count: count) }
    if source != frames { keep(source, count: 2 * count) }
  }

  /// Copies the last two of these frames to the place before the first frame.
  @_noAllocation @_noLocks
  private func keep(_ frames: UnsafePointer<Lanes>, count: Int) {
    let start = UnsafeMutablePointer(mutating: frames)
    for n in 0..<(2 * groups) { start[n - 2 * groups] = start[n + (count - 2) * groups] }
  }

  /// Computes an even number of frames from twice as many frames and the two frames before them, with the weights 1, 3,
  /// 3, 1.
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

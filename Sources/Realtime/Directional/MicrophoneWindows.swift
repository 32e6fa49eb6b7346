/// Computes the spectra of sine windows of the microphones from the spectra that the filter engine has of its blocks.
///
/// A window consists of two blocks of B frames. If the engine's bins of the blocks are a and b (``ForwardTransform``),
/// then a - ib are the bins of both together at the frequencies (4j + 1)/(4B): every bin that lies halfway between two
/// bins of the usual transform, or its mirror image. The sine window sin(pi (n + 1/2)/(2B)) is a difference of two
/// turns of half a bin each, so that each usual bin X[k] of the windowed frames follows from its two neighbours H:
/// 2i X[k] = e^{i pi/(4B)} H[k - 1/2] - e^{-i pi/(4B)} H[k + 1/2].
///
/// - Source: the definitions of the two transforms; for windows as sums of shifted spectra, F. Harris, On the use of
///   windows for harmonic analysis with the discrete Fourier transform, Proc. IEEE 66(1), 1978.
struct MicrophoneWindows: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  private let block: Int
  private let microphones: Int
  private let groups: Int
  /// Transforms blocks that contain part of a gap.
  private let forward: ForwardTransform
  /// The engine's bins of a block of ones.
  private let ones: UnsafeMutablePointer<LaneComplex>
  /// The bins of a block that contains part of a gap.
  private let partial: UnsafeMutablePointer<LaneComplex>
  /// The bins of the last block without its mean, `[group][position]`.
  private let before: UnsafeMutablePointer<LaneComplex>
  /// The bins of a window: first halfway between the usual bins, then the usual bins.
  private let bins: UnsafeMutablePointer<LaneComplex>
  /// The bin at the first of every four positions, see ``BinOrder``.
  private let order: UnsafeMutablePointer<Int>
  /// The spectra of the last windows, used as a ring.
  private let windows: UnsafeMutablePointer<SpectrumRows>
  private let count: Int
  private var newest = 0
  /// Half of the sine and half of the cosine of pi/(4B).
  private let sine: Lanes
  private let cosine: Lanes

  /// Creates the spectra of silence.
  ///
  /// - Parameters:
  ///   - block: The number of frames per block.
  ///   - groups: The number of vectors that hold the channels of a frame.
  ///   - lag: The number of windows after the oldest kept window.
  init(block: Int, microphones: Int, groups: Int, lag: Int) {
    (self.block, self.microphones, self.groups, count) = (block, microphones, groups, lag + 1)
    forward = ForwardTransform(size: block)
    ones = memory.make(block, of: .zero)
    partial = memory.make(block, of: .zero)
    before = memory.make(groups * block, of: .zero)
    bins = memory.make(block, of: .zero)
    order = memory.make(block / 4, of: 0)
    for quad in 0..<(block / 4) { order[quad] = BinOrder.bin(at: 4 * quad, size: block) }
    windows = memory.allocate(lag + 1)
    for n in 0...lag {
      (windows + n).initialize(
        to: .make(count: groups * Lanes.count, bins: block, in: &memory))
    }
    let turn = Elementary.turn(1, 8 * block)
    sine = Lanes(repeating: Float(turn.sine / 2))
    cosine = Lanes(repeating: Float(turn.cosine / 2))
    let frames: UnsafeMutablePointer<Lanes> = memory.make(block, of: Lanes(repeating: 1))
    forward.transform(
      UnsafeRawPointer(frames).assumingMemoryBound(to: Float.self), stride: Lanes.count, bins: ones,
      step: 1)
  }

  /// The spectra of the window that ended `lag` blocks before the newest block.
  var oldest: SpectrumRows {
    @_noAllocation @_noLocks get { windows[newest + 1 < count ? newest + 1 : 0] }
  }

  /// Begins the next window, whose groups must be added after this.
  @_noAllocation @_noLocks
  mutating func begin() { newest = newest + 1 < count ? newest + 1 : 0 }

  /// Adds a group's channels of the newest block.
  ///
  /// - Parameters:
  ///   - spectrum: The engine's bins of the block, `step` elements apart.
  ///   - mean: The constant to subtract from all frames of the block.
  @_noAllocation @_noLocks
  func add(_ group: Int, _ spectrum: UnsafePointer<LaneComplex>, step: Int, mean: Lanes) {
    var (past, source, one) = (before + group * block, spectrum, UnsafePointer(ones))
    let half = block / 2
    for quad in 0..<(block / 4) {
      let low = bins + 2 * order[quad]
      let high = bins + (half - 1 - 2 * order[quad])
      low[0] = Self.joined(past, source[0], one, mean)
      low[half] = Self.joined(past + 1, source[step], one + 1, mean)
      high[half] = Self.joined(past + 2, source[2 * step], one + 2, mean).conjugate
      high[0] = Self.joined(past + 3, source[3 * step], one + 3, mean).conjugate
      (past, source, one) = (past + 4, source + 4 * step, one + 4)
    }
    shape()
    let first = group * Lanes.count
    windows[newest].from(row: first).fill(
      from: bins, bins: block, count: min(Lanes.count, microphones - first))
  }

  /// Adds a group's channels of a block that contains part of a gap.
  ///
  /// - Parameter frames: The frames without their mean, `stride` vectors apart.
  @_noAllocation @_noLocks
  func add(_ group: Int, partial frames: UnsafePointer<Lanes>, stride: Int) {
    forward.transform(
      UnsafeRawPointer(frames).assumingMemoryBound(to: Float.self), stride: stride * Lanes.count,
      bins: partial, step: 1)
    add(group, partial, step: 1, mean: .zero)
  }

  /// Acts as if all frames so far had been silent.
  @_noAllocation @_noLocks
  func reset() {
    for n in 0..<(groups * block) { before[n] = .zero }
    for n in 0..<count { windows[n].clear(rows: groups * Lanes.count) }
  }

  /// Returns a bin of the last block and the newest block together, and keeps the newest block's bin as the last.
  @_noAllocation @_noLocks
  @inline(__always)
  private static func joined(
    _ past: UnsafeMutablePointer<LaneComplex>, _ now: LaneComplex,
    _ one: UnsafePointer<LaneComplex>, _ mean: Lanes
  ) -> LaneComplex {
    let (re, im): (Lanes, Lanes) = (
      now.re.subtracting(one[0].re, times: mean), now.im.subtracting(one[0].im, times: mean)
    )
    let last = past[0]
    past[0] = LaneComplex(re, im)
    return LaneComplex(last.re + im, last.im - re)
  }

  /// Replaces the bins halfway between the usual bins with the usual bins of the frames in a sine window.
  @_noAllocation @_noLocks
  private func shape() {
    var low = bins[0].conjugate
    var bin = bins
    for _ in 0..<block {
      let high = bin[0]
      let (sum, difference) = (low + high, low - high)
      let (re, im): (Lanes, Lanes) = (sine * sum.re, sine * sum.im)
      bin[0] = LaneComplex(
        re.adding(cosine, times: difference.im), im.subtracting(cosine, times: difference.re))
      low = high
      bin += 1
    }
  }
}

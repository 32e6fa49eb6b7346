/// Applies a matrix of FIR filters block by block: 1 to 32 inputs, 1 or 2 outputs.
///
/// The method is fast convolution in uniform partitions. Every block of inputs is transformed once and multiplied by
/// the spectra of all filter partitions. The part of the result that overlaps the next block is added to that block.
/// Speed comes from the layout:
///
/// - The lanes of a vector hold four inputs (or eight, see `Lanes`), in the order in which an interleaved frame has
///   them. Nothing is shuffled until the lanes are summed, once per bin and output.
/// - The bins lie a quarter of a step away from the bins of the usual transform, so that all bins of a real signal are
///   complex and need no mirror images, see ``ForwardTransform``.
/// - The data read for each block lies in memory in the order in which it is read.
/// - Filters with several partitions are read once for two blocks: while it processes one block, the engine also
///   computes the next block's products with all past input. So every second block takes longer.
///
/// There is no feedback, so silence at the input becomes exact silence at the output after the length of the filters.
/// No denormal number arises if every input is either 0 or at least 2^-64 in magnitude, which ``RawSamples``
/// guarantees, and if taps fade to no less than 2^-20.
///
/// - Source: T. Stockham, High-speed convolution and correlation, 1966 (overlap-add); W. Gardner,
///   Efficient convolution without input-output delay, 1995 (partitions).
public struct FilterEngine: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// The number of frames that each call of ``process(input:output:)`` takes.
  public let partition: Int
  /// The number of floats from one input frame to the next: the number of inputs, rounded up to whole vectors.
  public let inputStride: Int
  /// The number of output channels; they are interleaved.
  public let outputs: Int

  private let groups: Int
  private let parts: Int
  private let forward: ForwardTransform
  private let inverse: InverseTransform
  /// The factors of the filters' first partition, `[position][group]`.
  private let firstFactors: UnsafeMutablePointer<StereoLanes>
  /// The factors of all other partitions, `[position][group][part - 1]`.
  private let laterFactors: UnsafeMutablePointer<StereoLanes>
  /// The spectra of the last blocks, `[position][group][slot]`; the slots form a ring.
  private let spectra: UnsafeMutablePointer<LaneComplex>
  /// The sums of products for the next block that have already been computed, `[position]`.
  private let ahead: UnsafeMutablePointer<StereoLanes>
  /// The sums of products over all inputs and partitions, `[position]`.
  private let sums: UnsafeMutablePointer<StereoLanes>
  /// The sums of the left output, followed by the sums of the right output if a vector holds only one output.
  private let work: UnsafeMutablePointer<LaneComplex>
  /// The part of the last block's result that has yet to be added to the next block, in the order in which the inverse
  /// transform leaves it.
  private let tail: UnsafeMutablePointer<Lanes>
  private var newest = 0
  private var isAhead = false

  /// Creates an engine for these filters; its past input is silence.
  ///
  /// - Parameter partition: The number of frames per block, a power of two from 32 to 1024.
  /// - Precondition: the filters have 1 or 2 outputs.
  public init(_ taps: FilterTaps, partition: Int = 256) {
    precondition((1...2).contains(taps.outputs))
    precondition((32...1024).contains(partition) && partition & (partition - 1) == 0)
    self.partition = partition
    outputs = taps.outputs
    groups = (taps.inputs + Lanes.count - 1) / Lanes.count
    inputStride = Lanes.count * groups
    parts = (taps.taps + partition - 1) / partition
    forward = ForwardTransform(size: partition)
    inverse = InverseTransform(frames: partition)
    firstFactors = memory.make(partition * groups, of: .zero)
    laterFactors = memory.make(partition * groups * (parts - 1), of: .zero)
    spectra = memory.make(partition * groups * parts, of: .zero)
    ahead = memory.make(partition, of: .zero)
    sums = memory.make(partition, of: .zero)
    work = memory.make(partition / 2, of: .zero)
    tail = memory.make(partition / 2, of: .zero)
    fillFactors(FilterSpectra(taps, partition: partition))
  }

  private func fillFactors(_ source: FilterSpectra) {
    for group in 0..<groups {
      for part in 0..<parts {
        let factors = source.factors(group: group, part: part)
        for position in 0..<partition {
          let place = position * groups + group
          if part == 0 {
            firstFactors[place] = factors[position]
          } else {
            laterFactors[place * (parts - 1) + part - 1] = factors[position]
          }
        }
      }
    }
  }

  /// Filters one block: the output is the convolution of the filters with all inputs up to the end of this block.
  ///
  /// - Parameters:
  ///   - input: ``partition`` interleaved frames, ``inputStride`` floats apart; values between the last input and the
  ///     stride must be finite.
  ///   - output: Receives ``partition`` interleaved frames of ``outputs`` channels.
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func process(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) {
    newest = newest == 0 ? parts - 1 : newest - 1
    for group in 0..<groups {
      forward.transform(
        input + Lanes.count * group, stride: inputStride, bins: spectra + group * parts + newest,
        step: groups * parts)
    }
    if isAhead { finishBins() } else { beginBins() }
    isAhead = !isAhead
    sumLanes()
    inverse.transform(work)
    if outputs == 2 {
      #if !PINNA_V3
        inverse.transform(work + partition / 4)
      #endif
      addStereo(UnsafeMutableRawPointer(output))
    } else {
      addMono(UnsafeMutableRawPointer(output))
    }
  }

  /// The bins of the last block of inputs.
  var bins: BlockBins {
    @_noAllocation @_noLocks get {
      BlockBins(first: UnsafePointer(spectra + newest), groupStep: parts, step: groups * parts)
    }
  }

  /// Forgets all input so far.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  public mutating func reset() {
    for n in 0..<(partition * groups * parts) { spectra[n] = .zero }
    for n in 0..<(partition / 2) { tail[n] = .zero }
    newest = 0
    isAhead = false
  }

  /// Computes the bins of a block, and starts to compute the bins of the next block.
  @_noAllocation @_noLocks
  private func beginBins() {
    // Local copies: otherwise the compiler must assume that a write through a pointer changes this value's properties.
    let (groups, parts, newest, sums, ahead) = (groups, parts, newest, sums, ahead)
    var (first, later) = (firstFactors, laterFactors)
    var ring = spectra
    for position in 0..<partition {
      var (now, next) = (StereoLanes.zero, StereoLanes.zero)
      for _ in 0..<groups {
        var past = ring + newest
        let (start, end) = (past, ring + parts)
        var recent = past[0]
        now.add(recent, times: first[0])
        // Read from the newest block to the end of the ring, then on from the start of the ring.
        past += 1
        while past < end {
          StereoLanes.add(past[0], to: &now, recent, to: &next, times: later)
          recent = past[0]
          past += 1
          later += 1
        }
        past = ring
        while past < start {
          StereoLanes.add(past[0], to: &now, recent, to: &next, times: later)
          recent = past[0]
          past += 1
          later += 1
        }
        first += 1
        ring = end
      }
      sums[position] = now
      ahead[position] = next
      if position & 3 == 3 { StereoLanes.inverseButterfly(sums + position - 3) }
    }
  }

  /// Finishes the bins that were started while the previous block was processed.
  @_noAllocation @_noLocks
  private func finishBins() {
    let (groups, parts, sums, ahead) = (groups, parts, sums, ahead)
    var first = firstFactors
    var recent = spectra + newest
    for position in 0..<partition {
      var now = ahead[position]
      for _ in 0..<groups {
        now.add(recent[0], times: first[0])
        first += 1
        recent += parts
      }
      sums[position] = now
      if position & 3 == 3 { StereoLanes.inverseButterfly(sums + position - 3) }
    }
  }

  /// Sums over the lanes, as the first step of the inverse transform.
  ///
  /// This is a separate function that takes its values from memory, because compilers that see where the values come
  /// from split the vectors.
  @_noAllocation @_noLocks
  @inline(never)
  private func sumLanes() {
    for quad in 0..<(partition / 4) {
      let four = sums + 4 * quad
      #if PINNA_V3
        let both = LaneSums.stereo(four)
        work[quad] = inverse.placed(both, at: quad)
      #else
        work[quad] = inverse.placed(LaneSums.left(four), at: quad)
        work[quad + partition / 4] = inverse.placed(LaneSums.right(four), at: quad)
      #endif
    }
  }

  /// Completes the inverse transform, adds the overlap, and interleaves left and right.
  @_noAllocation @_noLocks
  private func addStereo(_ output: UnsafeMutableRawPointer) {
    let quarter = partition / 16
    for u in 0..<quarter {
      let one = inverse.frames(work, at: u)
      #if PINNA_V3
        storeStereo(one.0, at: u, output)
        storeStereo(one.1, at: u + quarter, output)
        storeStereo(one.2, at: u + 2 * quarter, output)
        storeStereo(one.3, at: u + 3 * quarter, output)
      #else
        let other = inverse.frames(work + partition / 4, at: u)
        storeStereo(one.0, other.0, at: u, output)
        storeStereo(one.1, other.1, at: u + quarter, output)
        storeStereo(one.2, other.2, at: u + 2 * quarter, output)
        storeStereo(one.3, other.3, at: u + 3 * quarter, output)
      #endif
    }
  }

  /// Completes the inverse transform and adds the overlap, for a single output.
  @_noAllocation @_noLocks
  private func addMono(_ output: UnsafeMutableRawPointer) {
    let quarter = partition / 16
    for u in 0..<quarter {
      let (a, b, c, d) = inverse.frames(work, at: u)
      storeMono(a, at: u, output)
      storeMono(b, at: u + quarter, output)
      storeMono(c, at: u + 2 * quarter, output)
      storeMono(d, at: u + 3 * quarter, output)
    }
  }

  /// Returns frames to which the last block's overlap has been added, and keeps the frames' own overlap for the next
  /// block.
  @_noAllocation @_noLocks
  @inline(__always)
  private func overlapped(_ frames: LaneComplex, at place: Int) -> Lanes {
    let sum: Lanes = frames.re - tail[place]
    tail[place] = frames.im
    return sum
  }

  #if PINNA_V3
    @_noAllocation @_noLocks
    @inline(__always)
    private func storeStereo(_ both: LaneComplex, at n: Int, _ output: UnsafeMutableRawPointer) {
      let frames = overlapped(both, at: n)
      interleave(frames.lowHalf, frames.highHalf, output + 32 * n)
    }
  #else
    @_noAllocation @_noLocks
    @inline(__always)
    private func storeStereo(
      _ left: LaneComplex, _ right: LaneComplex, at n: Int, _ output: UnsafeMutableRawPointer
    ) {
      interleave(
        overlapped(left, at: n), overlapped(right, at: n + partition / 4), output + 32 * n)
    }
  #endif

  @_noAllocation @_noLocks
  @inline(__always)
  private func storeMono(_ left: LaneComplex, at n: Int, _ output: UnsafeMutableRawPointer) {
    output.storeBytes(
      of: overlapped(left, at: n).first, toByteOffset: 16 * n, as: SIMD4<Float>.self)
  }

  @_noAllocation @_noLocks
  @inline(__always)
  private func interleave(
    _ l: SIMD4<Float>, _ r: SIMD4<Float>, _ target: UnsafeMutableRawPointer
  ) {
    let first = SIMD4<Float>(l.x, r.x, l.y, r.y)
    let second = SIMD4<Float>(l.z, r.z, l.w, r.w)
    target.storeBytes(of: first, as: SIMD4<Float>.self)
    target.storeBytes(of: second, toByteOffset: 16, as: SIMD4<Float>.self)
  }
}

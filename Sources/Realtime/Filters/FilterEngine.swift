/// The matrix of FIR filters for stereo: 1 to 32 inputs, 1 or 2 outputs, block by block.
///
/// Fast convolution in uniform partitions: every block of inputs is transformed once, multiplied by the spectra of all
/// filter partitions, and the part that overlaps the next block is added there. Speed comes from the layout:
///
/// - Inputs are the lanes of a vector, four of them (or eight, see `Lanes`) as laid out in an interleaved frame.
///   Nothing is shuffled before the lanes are summed, once per bin and output.
/// - Bins lie a quarter step off the usual ones, so that the bins of a real signal are all complex and need no mirror
///   images, see ``ForwardTransform``.
/// - Data read per block is laid out in memory in the order of reading.
/// - Filters with several partitions are read once for two blocks: along with one block, the engine computes the next
///   block's products with all past input. So every second block takes longer.
///
/// There is no feedback, so silence in becomes exact silence out after the length of the filters, and no denormal
/// number arises if inputs are 0 or at least 2^-64 in magnitude, which ``RawSamples`` guarantees, and taps fade to no
/// less than 2^-20.
///
/// - Source: T. Stockham, High-speed convolution and correlation, 1966 (overlap-add); W. Gardner,
///   Efficient convolution without input-output delay, 1995 (partitions).
public struct FilterEngine: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  private var memory = Memory()
  /// Frames per call of ``process(input:output:)``.
  public let partition: Int
  /// Floats from one input frame to the next: the number of inputs, rounded up to whole vectors.
  public let inputStride: Int
  /// The number of output channels, interleaved.
  public let outputs: Int

  private let groups: Int
  private let parts: Int
  private let forward: ForwardTransform
  private let inverse: InverseTransform
  /// Factors of the first partition, `[position][group]`.
  private let firstFactors: UnsafeMutablePointer<StereoLanes>
  /// Factors of all other partitions, `[position][group][part - 1]`.
  private let laterFactors: UnsafeMutablePointer<StereoLanes>
  /// Spectra of the last blocks, `[position][group][slot]`, with the slots as a ring.
  private let spectra: UnsafeMutablePointer<LaneComplex>
  /// The part of the next block's bins already computed, `[position]`.
  private let ahead: UnsafeMutablePointer<StereoLanes>
  /// Products over all inputs and partitions, `[position]`.
  private let sums: UnsafeMutablePointer<StereoLanes>
  /// Sums of left, followed by sums of right if vectors hold only one of them.
  private let work: UnsafeMutablePointer<LaneComplex>
  /// The part of the last block to add to the next one, as left by the inverse transform.
  private let tail: UnsafeMutablePointer<Lanes>
  private var newest = 0
  private var isAhead = false

  /// An engine for these filters, with silence as its past.
  ///
  /// - Parameter partition: Frames per block, a power of two from 32 to 1024.
  /// - Precondition: 1 or 2 outputs.
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

  /// Filters one block: the output is the convolution of all inputs up to and including this block.
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

  /// Computes the bins of a block, and starts the bins of the next one.
  @_noAllocation @_noLocks
  private func beginBins() {
    // Copies, because writes through a pointer might change the properties of this value.
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
        // From the newest block to the end of the ring, then from its start.
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

  /// Finishes the bins started with the previous block.
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

  /// Sums over the lanes, the start of the inverse transform.
  ///
  /// A separate function with values from memory: compilers that see their origin split the vectors.
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

  /// The last stage of the inverse transform, overlap, and interleaving to left and right.
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

  /// The last stage of the inverse transform and overlap for one output.
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

  /// Frames with the overlap of the last block added; keeps their own overlap for the next one.
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

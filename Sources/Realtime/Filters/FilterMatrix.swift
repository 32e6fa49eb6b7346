/// Applies filters with one to three outputs, and delivers the channels of a take: the outputs themselves, or for W, Y
/// and X the four AmbiX channels.
///
/// An engine has one or two outputs. So ambisonics uses two engines on the same input, and puts a silent Z between
/// their outputs.
struct FilterMatrix: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// The number of output channels; they are interleaved.
  let outputs: Int
  private let partition: Int
  private var engine: FilterEngine
  private let isAmbisonic: Bool
  /// The engine of X, if the filters are for ambisonics.
  ///
  /// An optional is impossible: Swift 6.0 can compile neither a non-copyable optional nor an optional pointer to such a
  /// value.
  private let ahead: UnsafeMutablePointer<FilterEngine>
  /// One block of W and Y, followed by one block of X.
  private let buffers: UnsafeMutablePointer<Float>

  /// Creates a matrix of these filters; its past input is silence.
  init(_ taps: FilterTaps, partition: Int) {
    self.partition = partition
    outputs = taps.channels
    isAmbisonic = taps.isAmbisonic
    ahead = memory.allocate(1)
    buffers = memory.make(3 * partition, of: 0)
    if taps.isAmbisonic {
      engine = FilterEngine(taps.of(outputs: 0..<2), partition: partition)
      ahead.initialize(to: FilterEngine(taps.of(outputs: 2..<3), partition: partition))
    } else {
      engine = FilterEngine(taps, partition: partition)
    }
  }

  deinit {
    if isAmbisonic { ahead.deinitialize(count: 1) }
  }

  /// The number of floats from one input frame to the next.
  var inputStride: Int {
    @_noAllocation @_noLocks get { engine.inputStride }
  }

  /// The bins of the last block of inputs.
  var bins: BlockBins {
    @_noAllocation @_noLocks get { engine.bins }
  }

  /// Filters one block, like ``FilterEngine/process(input:output:)``.
  ///
  /// - Parameter output: receives a block of interleaved frames of ``outputs`` channels.
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  mutating func process(input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
    guard isAmbisonic else { return engine.process(input: input, output: output) }
    engine.process(input: input, output: buffers)
    // Use a local copy, because Swift 6.3's thread sanitizer cannot compile a change through a pointer in `self`.
    let (ahead, front) = (ahead, buffers + 2 * partition)
    ahead.pointee.process(input: input, output: front)
    for frame in 0..<partition {
      let place = output + 4 * frame
      place[0] = buffers[2 * frame]
      place[1] = buffers[2 * frame + 1]
      place[2] = 0
      place[3] = front[frame]
    }
  }

  /// Forgets all input so far.
  ///
  /// - Thread: realtime.
  @_noAllocation @_noLocks
  mutating func reset() {
    engine.reset()
    let ahead = ahead
    if isAmbisonic { ahead.pointee.reset() }
  }
}

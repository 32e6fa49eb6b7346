import Realtime

/// A stream of frames through a matrix of filters: pieces of a file in, pieces of a file out.
struct Convolution: ~Copyable {
  private var engine: FilterEngine
  private let inputs: Int
  private let piece: Int
  private let samples: UnsafeMutablePointer<Float>
  /// The samples with every frame as long as the engine wants it; the same memory when it already is.
  private let frames: UnsafeMutablePointer<Float>
  private let rendered: UnsafeMutablePointer<Float>

  /// Bytes that are read at once: few system calls, and all of it stays in the nearer caches.
  private static let pieceBytes = 1 << 17

  /// Filters that have heard nothing yet.
  init(_ taps: FilterTaps, partition: Int) {
    engine = FilterEngine(taps, partition: partition)
    inputs = taps.inputs
    piece = partition * max(1, Self.pieceBytes / (4 * inputs * partition))
    samples = .allocate(capacity: piece * inputs)
    samples.initialize(repeating: 0, count: piece * inputs)
    let stride = engine.inputStride
    frames = stride == inputs ? samples : .allocate(capacity: piece * stride)
    if stride != inputs { frames.initialize(repeating: 0, count: piece * stride) }
    rendered = .allocate(capacity: piece * engine.outputs)
    rendered.initialize(repeating: 0, count: piece * engine.outputs)
  }

  deinit {
    if frames != samples { frames.deallocate() }
    samples.deallocate()
    rendered.deallocate()
  }

  /// Filters everything that is left to read; whether all of it could be written.
  mutating func run(from input: borrowing SoundFile, to output: borrowing SoundFile) -> Bool {
    while case let count = input.read(into: samples, frames: piece), count > 0 {
      // A last block is filled up with silence.
      for n in (count * inputs)..<(piece * inputs) { samples[n] = 0 }
      if frames != samples { spread() }
      for first in stride(from: 0, to: count, by: engine.partition) {
        engine.process(
          input: frames + first * engine.inputStride, output: rendered + first * engine.outputs)
      }
      guard output.write(rendered, frames: count) else { return false }
    }
    return true
  }

  private func spread() {
    for frame in 0..<piece {
      for input in 0..<inputs {
        frames[frame * engine.inputStride + input] = samples[frame * inputs + input]
      }
    }
  }
}

/// The render thread's end of the rings for a second medium, which gets the same rendered frames and every unprocessed
/// channel.
///
/// Nothing waits for the second medium: once it is so far behind that a ring is full, the medium's frames end there.
///
/// - Thread: render.
public struct TakeMirrorWriter: ~Copyable {
  private var rendered: SampleRingWriter
  private var raw: SampleRingWriter?
  private var memory = Memory()
  private let channels: Int
  private let silence: UnsafeMutablePointer<Float>
  private var isOver = false

  /// Creates a writer from the ends of two rings.
  ///
  /// - Parameters:
  ///   - rendered: a ring with as many channels as the renderer has outputs.
  ///   - raw: a ring with as many channels as the capture device, whose Float samples hold the bits of raw samples;
  ///     `nil` if there are no raw channels.
  ///   - channels: the number of channels of the capture device.
  public init(
    rendered: consuming SampleRingWriter, raw: consuming SampleRingWriter?, channels: Int
  ) {
    self.rendered = rendered
    self.raw = raw
    self.channels = channels
    silence = memory.make(TakeRenderLoop.framesPerStep * channels, of: 0)
  }

  /// Appends rendered frames.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func append(_ samples: UnsafePointer<Float>, frames: Int) {
    guard !isOver else { return }
    guard rendered.room() >= frames else { return finish() }
    rendered.append(samples, frames: frames)
  }

  /// Appends raw frames.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func append(raw samples: UnsafePointer<Int32>, frames: Int) {
    guard !isOver else { return }
    guard (raw?.room() ?? frames) >= frames else { return finish() }
    // A Float and an Int32 with the same bits have the same layout in memory.
    let bits = UnsafeRawPointer(samples).assumingMemoryBound(to: Float.self)
    raw?.append(bits, frames: frames)
  }

  /// Appends silence to the raw frames, at most one step of it.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func append(silence frames: Int) {
    guard !isOver else { return }
    guard (raw?.room() ?? frames) >= frames else { return finish() }
    raw?.append(UnsafePointer(silence), frames: frames)
  }

  /// Ends both rings: no more frames will follow.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func finish() {
    isOver = true
    rendered.finish()
    raw?.finish()
  }
}

import Synchronization

/// Where the capture thread puts what the device gives: the raw ring and its gap log.
///
/// `ingest` is everything that happens to a period on the capture thread. It waits for nothing, allocates nothing and
/// calls no C: proven at compile time.
public struct CaptureInlet: ~Copyable {
  private var writer: FrameRingWriter
  private var meters: MeterWriter
  private var clips: ClipWatch?
  private let format: WireFormat
  private let wordFormat: WordFormat
  private let channels: Int
  private let frameBytes: Int

  /// An inlet to a ring.
  ///
  /// - Parameters:
  ///   - writer: the writing end of the ring.
  ///   - meters: level meters with one channel for every channel of the ring.
  ///   - format: how the device delivers a sample; its frames have as many channels as the ring.
  ///   - clips: notes where microphones reach full scale.
  public init(
    writer: consuming FrameRingWriter, meters: consuming MeterWriter, channels: Int,
    format: WireFormat, clips: consuming ClipWatch? = nil
  ) {
    self.writer = writer
    self.meters = meters
    self.clips = clips
    self.format = format
    wordFormat = format == .float ? .float : .integer
    self.channels = channels
    frameBytes = channels * format.bytes
  }

  /// Takes interleaved frames from the device, bit-exact.
  ///
  /// Frames that find the ring full become a gap of their length.
  ///
  /// - Thread: capture.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func ingest(_ source: UnsafeRawPointer, frames: Int) {
    var done = 0
    while done < frames {
      let (words, count) = writer.reserve(frames - done)
      if count == 0 {
        writer.noteGap(frames: frames - done, cause: .storage, isEstimated: false)
        return
      }
      format.unpack(source + done * frameBytes, count: count * channels, into: words)
      let clipped = meters.measure(
        words: UnsafePointer(words), frames: count, format: wordFormat)
      if clipped > 0 {
        clips?.look(
          UnsafePointer(words), frames: count, format: wordFormat, at: writer.nextPlace)
      }
      writer.commit(count)
      done += count
    }
  }

  /// Notes frames that the hardware lost.
  ///
  /// - Thread: capture.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func noteGap(frames: Int, cause: GapCause, isEstimated: Bool) {
    writer.noteGap(frames: frames, cause: cause, isEstimated: isEstimated)
  }
}

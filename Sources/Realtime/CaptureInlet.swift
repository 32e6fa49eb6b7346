import Synchronization

/// The inlet through which the capture thread puts the device's frames into the raw ring, and notes lost frames in the
/// ring's gap log.
///
/// `ingest` does everything that happens to a period on the capture thread. It does not wait, allocate memory or call C
/// functions; the compiler proves this.
public struct CaptureInlet: ~Copyable {
  private var writer: FrameRingWriter
  private var meters: MeterWriter
  private var further: FurtherMeters?
  private var clips: ClipDetector?
  private var clock: FrameClockWriter?
  private var wakes: WakeLogWriter?
  private let format: WireFormat
  private let rawFormat: RawFormat
  private let channels: Int
  private let frameBytes: Int
  /// The frames that are copied into the ring but not published yet.
  private var staged: UnsafeMutablePointer<Int32>?
  private var stagedFrames = 0

  /// Creates an inlet to a ring.
  ///
  /// - Parameters:
  ///   - writer: the writing end of the ring.
  ///   - meters: the level meters, with as many channels as the ring.
  ///   - further: the optional meters for every channel of the ring.
  ///   - format: the device's sample format; its frames have as many channels as the ring.
  ///   - clips: a detector of microphones that reach full scale.
  ///   - clock: receives the time of the device's newest frame.
  ///   - wakes: a log of the times at which the capture thread woke up.
  public init(
    writer: consuming FrameRingWriter, meters: consuming MeterWriter, channels: Int,
    format: WireFormat, further: consuming FurtherMeters? = nil,
    clips: consuming ClipDetector? = nil, clock: consuming FrameClockWriter? = nil,
    wakes: consuming WakeLogWriter? = nil
  ) {
    self.writer = writer
    self.meters = meters
    self.further = further
    self.clips = clips
    self.clock = clock
    self.wakes = wakes
    self.format = format
    rawFormat = format == .float ? .float : .integer
    self.channels = channels
    frameBytes = channels * format.bytes
  }

  /// Takes interleaved frames from the device, bit-exact.
  ///
  /// Frames that arrive while the ring is full become a gap of their length.
  ///
  /// - Thread: capture.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func ingest(_ source: UnsafeRawPointer, frames: Int) {
    var done = 0
    while done < frames {
      let count = stage(source + done * frameBytes, frames: frames - done)
      if count == 0 {
        writer.noteGap(frames: frames - done, cause: .storage, isEstimated: false)
        return
      }
      publish()
      done += count
    }
  }

  /// Copies interleaved frames into the ring without publishing them to readers yet.
  ///
  /// If the device may overwrite its memory during the copy, the caller checks afterwards that this did not happen. It
  /// then calls ``publish()`` or drops the frames.
  ///
  /// - Returns: the number of frames copied, at most `frames`; 0 if the ring is full.
  /// - Thread: capture.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func stage(_ source: UnsafeRawPointer, frames: Int) -> Int {
    let (raw, count) = writer.reserve(frames)
    staged = raw
    stagedFrames = count
    if count > 0 { format.unpack(source, count: count * channels, into: raw) }
    return count
  }

  /// Publishes the last staged frames to the readers, unless they have been published already.
  ///
  /// - Thread: capture.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func publish() {
    guard let staged, stagedFrames > 0 else { return }
    let raw = UnsafePointer(staged)
    let clipped = meters.measure(raw: raw, frames: stagedFrames, format: rawFormat)
    further?.measure(raw: raw, frames: stagedFrames)
    if clipped > 0 {
      clips?.look(raw, frames: stagedFrames, format: rawFormat, at: writer.nextPlace)
    }
    writer.commit(stagedFrames)
    stagedFrames = 0
  }

  /// Notes that the hardware lost frames.
  ///
  /// - Thread: capture.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func noteGap(frames: Int, cause: GapCause, isEstimated: Bool) {
    writer.noteGap(frames: frames, cause: cause, isEstimated: isEstimated)
  }

  /// Notes that the thread woke up and found frames; call this before the thread takes the frames.
  ///
  /// - Parameters:
  ///   - time: the time at which the thread looked, in seconds on the control clock.
  ///   - stamp: the time at which the device had this many frames, in seconds on the control clock.
  ///   - waiting: the number of frames available, including frames that will be noted as lost.
  ///   - hasClock: true if the device captures by its own clock.
  /// - Thread: capture.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public mutating func noteWake(time: Double, stamp: Double, waiting: Int, hasClock: Bool = true) {
    let captured = writer.nextPlace + waiting
    if hasClock { clock?.note(frames: captured, seconds: stamp) }
    wakes?.append(
      WakeUp(time: time, stamp: stamp, captured: captured, waiting: waiting, hasClock: hasClock))
  }
}

/// Optional meters of a capture.
public struct FurtherMeters: ~Copyable {
  private var levels: SoundLevelWriter?
  private var band: BandMeterWriter?

  /// Combines two kinds of meters for every channel: of sound levels, and of the levels of a band.
  public init(levels: consuming SoundLevelWriter?, band: consuming BandMeterWriter?) {
    self.levels = levels
    self.band = band
  }

  /// Measures interleaved raw samples of all channels.
  ///
  /// - Thread: capture.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func measure(raw: UnsafePointer<Int32>, frames: Int) {
    levels?.measure(raw: raw, frames: frames)
    band?.measure(raw: raw, frames: frames)
  }
}

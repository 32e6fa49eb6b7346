/// The unprocessed live sound of every channel: raw ring -> samples with full scale 1 -> meters.
///
/// Like ``LiveRenderLoop``, it reads near the end of the ring, and holds a position in the ring only while it copies.
/// Integers of up to 24 bits stay exact.
public struct LiveRawLoop: ~Copyable {
  /// If the loop is this many seconds behind the microphones, it skips sound.
  private static let behindSeconds = 0.5

  private var reader: FrameRingReader
  private let channels: Int
  private let format: RawFormat
  private var meters: MeterWriter
  private let mostBehind: Int
  /// The position on the time line of the next frame to return.
  private(set) var place: Int

  /// Creates a loop that starts at the end of the ring.
  ///
  /// - Parameters:
  ///   - channels: the number of samples per frame.
  ///   - meters: the meters, with as many channels as a frame has samples.
  /// - Thread: control, which then hands the loop over to the listening thread.
  public init(
    reader: consuming FrameRingReader, channels: Int, format: RawFormat, rate: Double,
    meters: consuming MeterWriter
  ) {
    place = reader.liveEnd()
    self.reader = reader
    self.channels = channels
    self.format = format
    self.meters = meters
    mostBehind = Int(Self.behindSeconds * rate)
  }

  /// Skips all sound up to now, so that the loop continues with new sound.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func skipToNow() { place = reader.liveEnd() }

  /// Copies the available frames, up to a maximum and to the next loss, and returns their number.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func read(into target: UnsafeMutablePointer<Float>, limit: Int) -> Int {
    let end = reader.liveEnd()
    // A late caller gets the newest frames: a caller that is always late would otherwise get none.
    if end - place > mostBehind { place = end - min(limit, mostBehind / 2) }
    guard end > place else { return 0 }
    place = reader.begin(at: place)
    var taken = 0
    switch reader.next(until: end, limit: limit) {
    case .nothing: break
    case .frames(let raw, let count):
      var invalid = 0
      for n in 0..<(count * channels) {
        target[n] = RawSamples.sample(raw[n], format: format, invalid: &invalid)
      }
      taken = count
    case .silence(let count, _):
      for n in 0..<(count * channels) { target[n] = 0 }
      taken = count
    }
    reader.end()
    place += taken
    if taken > 0 { meters.measure(samples: UnsafePointer(target), frames: taken) }
    return taken
  }
}

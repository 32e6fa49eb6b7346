/// The unprocessed live sound of every channel: raw ring -> samples, full scale 1, and their meters.
///
/// Like ``LiveRenderLoop``, it reads near the end of the ring and holds a position in it only while copying. Integers
/// of up to 24 bits are exact.
public struct LiveRawLoop: ~Copyable {
  /// Seconds behind the microphones after which the loop skips.
  private static let behindSeconds = 0.5

  private var reader: FrameRingReader
  private let channels: Int
  private let format: RawFormat
  private var meters: MeterWriter
  private let mostBehind: Int
  /// The position on the time line of the next frame to return.
  private(set) var place: Int

  /// A loop at the end of the ring.
  ///
  /// - Parameters:
  ///   - channels: samples per frame.
  ///   - meters: meters with the same number of channels.
  /// - Thread: control; then it belongs to the listening thread.
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

  /// Skips the sound up to now, and continues with new sound.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func skipToNow() { place = reader.liveEnd() }

  /// Copies the available frames, up to a maximum and not across a loss, and returns their number.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  mutating func read(into target: UnsafeMutablePointer<Float>, limit: Int) -> Int {
    let end = reader.liveEnd()
    if end - place > mostBehind { place = end }
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

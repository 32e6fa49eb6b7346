import CSndfile
import Face

/// The live sound as an endless Opus stream in Ogg, which browsers can play.
///
/// The recorder skips sound that is not read in time.
final class OpusStream: WebStream {
  /// Seconds without any sound after which the stream ends.
  static let patience = 20.0

  private let source: any ListenerSound
  private let isLetIn: () -> Bool
  private var encoder: OpusEncoder?
  private var rest: ArraySlice<UInt8> = []

  /// Starts a stream that ends when its browser is no longer let in, or when the recorder is gone.
  init(_ source: any ListenerSound, isLetIn: @escaping () -> Bool) {
    (self.source, self.isLetIn) = (source, isLetIn)
  }

  func next(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var silent = 0.0
    while rest.isEmpty {
      guard isLetIn(), silent < Self.patience else { return 0 }
      do throws(RecorderProblem) {
        guard let block = try source.next(within: 1) else {
          silent += 1
          continue
        }
        guard let news = encode(block) else { return 0 }
        rest = news[...]
      } catch {
        return 0
      }
    }
    let count = min(rest.count, buffer.count)
    buffer.copyBytes(from: rest.prefix(count))
    rest = rest.dropFirst(count)
    return count
  }

  private func encode(_ block: SoundBlock) -> [UInt8]? {
    if encoder == nil { encoder = OpusEncoder(rate: block.rate) }
    guard let encoder, encoder.rate == block.rate else { return nil }
    return encoder.encode(block.samples)
  }
}

/// An encoder that turns stereo sound into Opus pages, using libsndfile.
final class OpusEncoder {
  /// The rates that Opus supports.
  ///
  /// - Source: RFC 6716, 2.
  static let rates = [8000, 12000, 16000, 24000, 48000]
  /// The maximum milliseconds of sound in a page: a browser plays the sound one page late.
  private static let pageMilliseconds = 200.0

  /// Frames per second.
  let rate: Int
  private let handle: OpaquePointer
  private let sink: Sink

  /// Collects the bytes that libsndfile writes.
  private final class Sink {
    var bytes: [UInt8] = []
    var count: sf_count_t = 0
  }

  /// Makes an encoder; `nil` for a rate that Opus does not support.
  init?(rate: Int) {
    guard Self.rates.contains(rate) else { return nil }
    self.rate = rate
    sink = Sink()
    var info = SF_INFO()
    info.samplerate = Int32(rate)
    info.channels = 2
    info.format = Int32(SF_FORMAT_OGG | SF_FORMAT_OPUS)
    var calls = SF_VIRTUAL_IO(
      get_filelen: { OpusEncoder.sink($0)?.count ?? 0 },
      seek: { _, _, data in OpusEncoder.sink(data)?.count ?? 0 },
      read: { _, _, _ in 0 },
      write: { bytes, count, data in
        guard let bytes, let sink = OpusEncoder.sink(data) else { return 0 }
        sink.bytes += UnsafeRawBufferPointer(start: bytes, count: Int(count))
        sink.count += count
        return count
      },
      tell: { OpusEncoder.sink($0)?.count ?? 0 })
    let data = Unmanaged.passUnretained(sink).toOpaque()
    guard let made = sf_open_virtual(&calls, Int32(SFM_WRITE), &info, data) else {
      return nil
    }
    handle = made
    var latency = Self.pageMilliseconds
    sf_command(
      handle, Int32(SFC_SET_OGG_PAGE_LATENCY_MS), &latency,
      Int32(MemoryLayout<Double>.size))
  }

  deinit { sf_close(handle) }

  /// Encodes frames, and returns the bytes that are ready, possibly none yet; `nil` if encoding fails.
  func encode(_ samples: [Float]) -> [UInt8]? {
    let frames = sf_count_t(samples.count / 2)
    guard sf_writef_float(handle, samples, frames) == frames else { return nil }
    defer { sink.bytes = [] }
    return sink.bytes
  }

  private static func sink(_ data: UnsafeMutableRawPointer?) -> Sink? {
    data.map { Unmanaged<Sink>.fromOpaque($0).takeUnretainedValue() }
  }
}

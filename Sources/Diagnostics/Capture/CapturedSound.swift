import Boards
import Realtime
import Recorder

/// Some seconds of every channel of a capture device, bit for bit.
public struct CapturedSound: Sendable {
  /// Channels of every frame.
  public let channels: Int
  /// Frames per second.
  public let rate: Int
  /// The format on the wire; the words are as the frame ring keeps them.
  public let format: CaptureFormat
  /// Bits of a sample that carry sound, as far as the device says so.
  public let significantBits: Int
  /// Interleaved words: integers justified to the left, floats by their bits.
  public let words: [Int32]

  /// Sound from its parts.
  ///
  /// - Parameter significantBits: bits that carry sound; all of the format where it is not said.
  /// - Precondition: whole frames.
  public init(
    words: [Int32], channels: Int, rate: Int, format: CaptureFormat, significantBits: Int? = nil
  ) {
    precondition(channels > 0 && words.count % channels == 0, "sound has whole frames")
    self.words = words
    self.channels = channels
    self.rate = rate
    self.format = format
    self.significantBits = significantBits ?? format.validBits
  }

  /// The magnitude from which a sample counts as clipped, the same as for the recorder.
  var clipLevel: Double { Double(format.words.clipLevel(significantBits: significantBits)) }

  /// Frames of all channels.
  public var frames: Int { words.count / channels }

  /// The words of one channel.
  func words(of channel: Int) -> [Int32] {
    stride(from: channel, to: words.count, by: channels).map { words[$0] }
  }

  /// The samples of one channel, full scale 1; what is no number is silence.
  public func samples(of channel: Int) -> [Double] {
    words(of: channel).map(sample)
  }

  func sample(_ word: Int32) -> Double {
    guard format == .float else { return Double(word) * 0x1p-31 }
    let value = Double(Float(bitPattern: UInt32(bitPattern: word)))
    return value.isFinite ? value : 0
  }

  /// The word of a sample within full scale.
  func word(_ sample: Double) -> Int32 {
    guard format == .float else { return Int32(min(max(sample * 0x1p31, -0x1p31), 0x1p31 - 1)) }
    return Int32(bitPattern: Float(sample).bitPattern)
  }
}

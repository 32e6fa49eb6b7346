import Boards
import Realtime
import Recorder

/// A few seconds of sound on every channel of a capture device, bit for bit as it arrived.
package struct CapturedSound: Sendable {
  /// The number of channels in a frame.
  package let channels: Int
  /// The number of frames per second.
  package let rate: Int
  /// The format on the wire; in memory, samples have the form of the frame ring.
  package let format: CaptureFormat
  /// The number of significant bits in a sample, as the device reports it.
  package let significantBits: Int
  /// The interleaved samples: integers are left-justified, and floats are stored as their bits.
  package let samples: [Int32]

  /// Sound from its parts.
  ///
  /// - Parameter significantBits: the number of significant bits in a sample; the default is all bits of the format.
  /// - Precondition: the samples form whole frames.
  package init(
    samples: [Int32], channels: Int, rate: Int, format: CaptureFormat, significantBits: Int? = nil
  ) {
    precondition(channels > 0 && samples.count % channels == 0, "sound has whole frames")
    self.samples = samples
    self.channels = channels
    self.rate = rate
    self.format = format
    self.significantBits = significantBits ?? format.validBits
  }

  /// The magnitude at and above which a sample counts as clipped; the recorder uses the same value.
  package var clipLevel: Double { Double(format.raw.clipLevel(significantBits: significantBits)) }

  /// The number of frames; each frame contains one sample of every channel.
  package var frames: Int { samples.count / channels }

  /// The stored samples of one channel.
  func stored(of channel: Int) -> [Int32] {
    stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
  }

  /// The samples of one channel, with full scale as 1; a NaN becomes silence.
  package func samples(of channel: Int) -> [Double] {
    stored(of: channel).map(value)
  }

  /// The value of a stored sample, with full scale as 1; a NaN becomes silence.
  func value(_ sample: Int32) -> Double {
    guard format == .float else { return Double(sample) * 0x1p-31 }
    let value = Double(Float(bitPattern: UInt32(bitPattern: sample)))
    return value.isFinite ? value : 0
  }

  /// The stored form of a value within full scale.
  func stored(_ value: Double) -> Int32 {
    guard format == .float else { return Int32(min(max(value * 0x1p31, -0x1p31), 0x1p31 - 1)) }
    return Int32(bitPattern: Float(value).bitPattern)
  }
}

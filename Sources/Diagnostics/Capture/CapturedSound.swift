import Boards
import Realtime
import Recorder

/// A few seconds of every channel of a capture device, bit for bit.
package struct CapturedSound: Sendable {
  /// Channels of every frame.
  package let channels: Int
  /// Frames per second.
  package let rate: Int
  /// The format on the wire; samples are stored as in the frame ring.
  package let format: CaptureFormat
  /// Significant bits of a sample, as reported by the device.
  package let significantBits: Int
  /// Interleaved samples: integers justified to the left, floats by their bits.
  package let samples: [Int32]

  /// Sound from its parts.
  ///
  /// - Parameter significantBits: significant bits of a sample; all bits of the format by default.
  /// - Precondition: whole frames.
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

  /// The magnitude from which a sample counts as clipped, the same as in the recorder.
  package var clipLevel: Double { Double(format.raw.clipLevel(significantBits: significantBits)) }

  /// Frames; each has one sample of every channel.
  package var frames: Int { samples.count / channels }

  /// The samples of one channel, as stored.
  func stored(of channel: Int) -> [Int32] {
    stride(from: channel, to: samples.count, by: channels).map { samples[$0] }
  }

  /// The samples of one channel, full scale 1; a NaN becomes silence.
  package func samples(of channel: Int) -> [Double] {
    stored(of: channel).map(value)
  }

  /// The value of a stored sample, full scale 1; a NaN becomes silence.
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

import CEbur128
import Glibc

/// Measures loudness with libebur128, over any number of successive pieces of audio.
///
/// - Thread: one at a time.
public struct LoudnessMeter: ~Copyable {
  private var state: UnsafeMutablePointer<ebur128_state>?
  private let channels: Int
  /// The number of samples so far that were not numbers (NaN or infinite); they count as silence.
  public private(set) var invalidSamples = 0

  /// The numbers of channels for which loudness is measured: if there are more than two, they belong to microphones,
  /// not to loudspeakers.
  public static let possibleChannels = 1...2
  /// The sample rates that libebur128 accepts, in hertz.
  private static let possibleRates = 16...2_822_400

  /// A meter that has not yet received any audio; `nil` if audio of this kind cannot be measured, or if memory runs
  /// out.
  public init?(rate: Int, channels: Int) {
    guard Self.possibleChannels.contains(channels), Self.possibleRates.contains(rate) else {
      return nil
    }
    let mode = Int32(
      EBUR128_MODE_I.rawValue | EBUR128_MODE_LRA.rawValue | EBUR128_MODE_TRUE_PEAK.rawValue)
    guard let state = ebur128_init(UInt32(channels), UInt(rate), mode) else { return nil }
    self.state = state
    self.channels = channels
  }

  deinit {
    var last = state
    ebur128_destroy(&last)
  }

  /// Adds interleaved samples, full scale 1, to the measurement.
  ///
  /// - Returns: false if memory runs out.
  public mutating func add(_ samples: UnsafePointer<Float>, frames: Int) -> Bool {
    // libebur128 would not measure anything after a single sample that is not a number.
    var numbers: [Float] = []
    let count = frames * channels
    if !(0..<count).allSatisfy({ samples[$0].isFinite }) {
      numbers = Array(UnsafeBufferPointer(start: samples, count: count))
      invalidSamples += SampleLimits.scale(&numbers, count: count, by: 1)
    }
    let code =
      numbers.isEmpty
      ? ebur128_add_frames_float(state, samples, frames)
      : ebur128_add_frames_float(state, numbers, frames)
    return code == Int32(EBUR128_SUCCESS.rawValue)
  }

  /// The highest true peak so far, dBTP; minus infinity for digital silence.
  public var truePeak: Double { highest(ebur128_true_peak) }

  /// The highest sample so far, dBFS; minus infinity for digital silence.
  public var peak: Double { highest(ebur128_sample_peak) }

  /// The loudness range so far, LU; 0 if there has not been enough audio to measure it.
  ///
  /// - Source: EBU Tech 3342.
  public var range: Double {
    var value = 0.0
    let code = ebur128_loudness_range(state, &value)
    return code == Int32(EBUR128_SUCCESS.rawValue) && value.isFinite ? value : 0
  }

  private typealias PeakOfChannel = (
    UnsafeMutablePointer<ebur128_state>?, UInt32, UnsafeMutablePointer<Double>?
  ) -> Int32

  private func highest(_ peakOfChannel: PeakOfChannel) -> Double {
    var highest = 0.0
    for channel in 0..<channels {
      var peak = 0.0
      if peakOfChannel(state, UInt32(channel), &peak) == Int32(EBUR128_SUCCESS.rawValue) {
        highest = max(highest, peak)
      }
    }
    return 20 * log10(highest)
  }

  /// The integrated loudness so far, LUFS; minus infinity if no 0.4 s were louder than the gate of -70 LUFS.
  public var integrated: Double {
    var value = 0.0
    let code = ebur128_loudness_global(state, &value)
    return code == Int32(EBUR128_SUCCESS.rawValue) ? value : -.infinity
  }
}

import Boards
import CAlsa
import Essentials
import Recorder

/// The properties that a capture device offers, each listed separately; not every combination is necessarily
/// possible.
package struct CaptureOffer: Sendable, Equatable {
  /// The formats that both the device and Pinna support.
  package var formats: [CaptureFormat]
  /// The channel counts that the device offers, up to Pinna's maximum.
  package var channels: [Int]
  /// The slowest and the fastest rate, in frames per second.
  package var rateRange: ClosedRange<Int>
  /// The usual rates within that range.
  package var rates: [Int]
  /// True if the device supports interleaved mmap access, which Pinna needs.
  package var hasInterleavedMemory: Bool

  /// The rates in common use.
  static let usualRates = [
    8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000, 88200, 96000, 176_400, 192_000,
  ]
  /// Creates an offer from its parts.
  package init(
    formats: [CaptureFormat], channels: [Int], rateRange: ClosedRange<Int>, rates: [Int],
    hasInterleavedMemory: Bool
  ) {
    self.formats = formats
    self.channels = channels
    self.rateRange = rateRange
    self.rates = rates
    self.hasInterleavedMemory = hasInterleavedMemory
  }

  /// The parts of a request that the device does not offer, in words; all parts if it refuses only their combination.
  package func refused(_ request: CaptureRequest) -> String {
    let parts = [
      (request.format.rawValue, formats.contains(request.format)),
      (request.channels.counted("channel"), channels.contains(request.channels)),
      ("\(request.rate) Hz", rateRange.contains(request.rate)),
      ("access by interleaved mmap", hasInterleavedMemory),
    ]
    let refused = parts.filter { !$0.1 }.map(\.0)
    return refused.isEmpty
      ? parts.dropLast().map(\.0).joined(separator: " with ") : refused.joined(separator: ", ")
  }

  /// The offer of a PCM that is open.
  init(_ pcm: OpaquePointer) throws(AlsaFault) {
    let space = try AlsaHardwareParameters(all: pcm)
    let parameters = space.handle
    snd_pcm_hw_params_set_rate_resample(pcm, parameters, 0)
    hasInterleavedMemory =
      snd_pcm_hw_params_test_access(pcm, parameters, SND_PCM_ACCESS_MMAP_INTERLEAVED) == 0
    formats = CaptureFormat.allCases.filter {
      snd_pcm_hw_params_test_format(pcm, parameters, $0.alsa) == 0
    }
    channels = (1...Capture.mostChannels).filter {
      snd_pcm_hw_params_test_channels(pcm, parameters, UInt32($0)) == 0
    }
    rates = Self.usualRates.filter {
      snd_pcm_hw_params_test_rate(pcm, parameters, UInt32($0), 0) == 0
    }
    var (slowest, fastest): (UInt32, UInt32) = (0, 0)
    var direction: Int32 = 0
    snd_pcm_hw_params_get_rate_min(parameters, &slowest, &direction)
    snd_pcm_hw_params_get_rate_max(parameters, &fastest, &direction)
    rateRange = Int(slowest)...max(Int(slowest), Int(fastest))
  }
}

extension CaptureOffer: CustomStringConvertible {
  /// The offer in words for an error message.
  package var description: String {
    let formats =
      formats.isEmpty ? "no known format" : Self.list(formats.map(\.rawValue))
    let channels =
      channels.isEmpty ? "no channel count up to 32" : "\(Self.runs(channels)) channels"
    let range =
      rateRange.lowerBound == rateRange.upperBound
      ? "\(rateRange.lowerBound) Hz" : "\(rateRange.lowerBound) to \(rateRange.upperBound) Hz"
    let memory = hasInterleavedMemory ? "" : ", no access by interleaved mmap"
    return "\(formats); \(channels); \(range)\(memory)"
  }

  /// Joins runs of numbers into text such as `1, 2, 4 to 8`.
  static func runs(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return list(
      ranges.map {
        switch $0.count {
        case 1: "\($0.lowerBound)"
        case 2: "\($0.lowerBound), \($0.upperBound)"
        default: "\($0.lowerBound) to \($0.upperBound)"
        }
      })
  }

  private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}

extension CaptureFormat {
  /// The name that alsa-lib has for the format.
  var alsa: snd_pcm_format_t {
    switch self {
    case .s32: SND_PCM_FORMAT_S32_LE
    case .s24: SND_PCM_FORMAT_S24_LE
    case .s24Packed: SND_PCM_FORMAT_S24_3LE
    case .s16: SND_PCM_FORMAT_S16_LE
    case .float: SND_PCM_FORMAT_FLOAT_LE
    }
  }
}

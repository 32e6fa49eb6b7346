import Glibc
import TakeFiles

/// The measured loudness of takes, kept on disk: a take is measured again only after one of its files has changed.
package struct LoudnessStore: Sendable {
  private let files: KeptFiles

  /// Creates a store in the folder of the cache.
  package init(cacheDirectory: String) {
    files = KeptFiles(
      directory: cacheDirectory + "/loudness", magic: "pinna loudness 2\n", ending: ".loudness",
      largest: 65536)
  }

  /// The loudness of a take's consecutive files; `nil` if it has not been measured.
  package func result(of parts: [TakeFile]) -> LoudnessSurvey.Result? {
    guard let text = Self.text(parts), var contents = files.contents(for: text),
      let isLoud = contents.number(), let numbers = contents.doubles(4),
      let invalid = contents.number()
    else { return nil }
    func level(_ number: Double) -> Double { number <= Self.silence ? -.infinity : number }
    return .init(
      integrated: isLoud == 1 ? numbers[0] : nil, truePeak: level(numbers[1]), range: numbers[2],
      peak: level(numbers[3]), invalidSamples: invalid)
  }

  /// Keeps a loudness on disk; if the folder cannot be written to, it is merely measured again.
  package func keep(_ result: LoudnessSurvey.Result, of parts: [TakeFile]) {
    guard let text = Self.text(parts) else { return }
    var contents = KeptContents()
    contents.append(result.integrated == nil ? 0 : 1)
    contents.append(
      [result.integrated ?? 0, result.truePeak, result.range, result.peak].map {
        max($0, Self.silence)
      })
    contents.append(result.invalidSamples)
    files.keep(contents, for: text)
  }

  /// The number of decibels that stands for digital silence.
  private static let silence = -1000.0

  /// A text that identifies the sound of the files; `nil` if one of them has no checksum of its sound.
  ///
  /// The checksum that a file states is not enough, because other programs change the sound and keep the metadata.
  private static func text(_ parts: [TakeFile]) -> String? {
    var text = ""
    for part in parts {
      var status = stat()
      guard let checksum = part.metadata.audioChecksum, stat(part.path, &status) == 0 else {
        return nil
      }
      let modified = "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
      text += "\(part.kind.rawValue) \(part.rate) \(part.channels) \(part.frames) \(checksum)"
      text += " \(status.st_size) \(modified)\n"
    }
    return parts.isEmpty ? nil : text
  }
}

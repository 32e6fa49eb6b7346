import TakeFiles
import TestSupport

@testable import CommandSupport
@testable import pinna

/// Takes of silence in a folder of their own, to be listed, shown, verified and exported.
struct SilentTakes {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The metadata of a take: a marker and a gap.
  static func metadata(_ number: Int) -> TakeMetadata {
    var metadata = TakeMetadata()
    metadata.take = "20260801_120000_00\(number)"
    metadata.familyID = "0123456789abcdef0123456789abcdef"
    metadata.date = CivilDate(year: 2026, month: 8, day: 1, hour: 12, minute: 0, second: 0)
    metadata.isClockSet = number != 2
    metadata.boardID = "phone"
    metadata.boardName = "Phone"
    metadata.dataSource = "Back"
    metadata.pattern = "stereo"
    metadata.preferredPattern = "stereo"
    metadata.orientation = "landscapeLeft"
    metadata.rate = 8000
    metadata.preferredRate = 8000
    metadata.tracks = [.init(name: "LEFT"), .init(name: "RIGHT")]
    metadata.markers = [TakeMarker(frame: 4004, kind: .button, label: "marker 1")]
    metadata.gaps = [TakeGap(frame: 800, frames: 8, cause: "overrun")]
    return metadata
  }

  /// Writes a take of seconds of silence; `end` is why it ended, `nil` leaves it in progress.
  func make(
    _ number: Int, seconds: Int = 2, content: TakeName.Content = .rendered, part: Int? = nil,
    end: TakeMetadata.End? = .stopped, named: String? = nil,
    change: (inout TakeMetadata) -> Void = { _ in }
  ) throws {
    var metadata = Self.metadata(number)
    metadata.content = content
    metadata.part = part ?? 0
    change(&metadata)
    let name = TakeName(date: metadata.date, number: number, content: content, part: part)
    var writer = try WAVWriter.create(
      path: named.map { "\(folder.path)/\($0).wav" } ?? name.path(in: folder.path),
      format: AudioFormat(rate: 8000, channels: content == .raw ? 4 : 2, samples: .s24),
      metadata: metadata)
    let silence = [Float](repeating: 0, count: seconds * 8000 * writer.format.channels)
    try writer.append(interleaved: silence, frames: seconds * 8000)
    try writer.flush()
    try writer.checkpoint()
    guard let end else { return }
    metadata.end = end
    try writer.finish(metadata)
  }

  /// Runs `pinna takes`.
  func run(_ words: String..., terminal: Terminal = .file) -> CommandRun {
    CommandRun.pinna(["takes"] + words, terminal: terminal)
  }
}

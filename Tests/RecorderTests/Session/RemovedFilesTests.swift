import Boards
import Glibc
import Recorder
import TakeFiles
import Testing

/// Files that somebody takes away while they are written.
@Suite("Files that are removed within a take") struct RemovedFilesTests {
  @Test("it is told while the take is made, and not at its stop")
  func removed() throws {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait(1)
    recorder.press(.record)
    recorder.wait(1)
    recorder.wait { $0.progress?.isConfirmed == true }
    let folder = recorder.session.configuration.directory
    for name in try TakeDirectory(path: folder).fileNames() { unlink("\(folder)/\(name)") }
    recorder.wait(2)
    recorder.wait { _ in !recorder.takes.isEmpty }
    guard case .storageFailed(.system(.sync, _, ENOENT)) = recorder.takes.first?.end else {
      Issue.record("\(recorder.takes.map(\.end))")
      return
    }
    #expect(recorder.events.contains { if case .fault(.storage) = $0 { true } else { false } })
  }
}

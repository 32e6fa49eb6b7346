import Glibc
import Realtime
import Synchronization
import TakeFiles
import TestSupport
import Testing

@testable import Recorder

/// The sync thread of a take whose medium does not answer.
@Suite("A sync that hangs") struct TakeSyncerTests {
  /// A medium that answers when it is told to.
  private final class Medium: Sendable {
    let isAsked = StopFlag()
    let answers = StopFlag()
    let error = Mutex<TakeFileError?>(nil)

    func sync(_ file: FileSyncer) throws(TakeFileError) {
      isAsked.raise()
      while !answers.isRaised { letOthersRun() }
      if let error = error.withLock({ $0 }) { throw error }
      try file.sync()
    }
  }

  private let folder: TemporaryDirectory
  private let medium = Medium()
  private let syncer: TakeSyncer

  init() throws {
    folder = try TemporaryDirectory()
    let medium = medium
    syncer = TakeSyncer { (file: FileSyncer) throws(TakeFileError) in try medium.sync(file) }
  }

  /// Does something with a file whose frames the medium does not have.
  private func withFile(_ body: () throws -> Void) throws {
    var file = try TakeFileWriter.create(
      path: folder.file("20260101_120000_001.wav"), kind: .wav,
      format: AudioFormat(rate: 48000, channels: 1, samples: .s24), metadata: TakeMetadata())
    try syncer.add(#require(try file.makeSyncer()))
    _ = try file.append(interleaved: [0.5, 0.25], frames: 2)
    try file.checkpoint()
    try body()
    file.discard()
  }

  private var isDone: Bool { syncer.isDone.load(ordering: .acquiring) }

  private func thread() throws -> Recorder.Thread {
    let syncer = syncer
    return try Thread(name: "sync") { syncer.run() }
  }

  @Test("it holds up its own thread only, is told by the seconds behind, and is no confirmation")
  func hangs() throws { try withFile(isBehindWhileItHangs) }

  private func isBehindWhileItHangs() throws {
    let thread = try thread()
    #expect(syncer.unsyncedSeconds == 0)
    syncer.request(frames: 2)
    while !medium.isAsked.isRaised { letOthersRun() }
    let first = syncer.unsyncedSeconds
    while syncer.unsyncedSeconds <= first { letOthersRun() }
    // Neither another request nor the end of the take waits for the medium.
    syncer.request(frames: 2)
    syncer.stop()
    #expect(!syncer.hasSynced && syncer.error == nil && syncer.syncedFrames == 0)
    #expect(!isDone)
    #expect(syncer.longestSyncSeconds == 0)
    medium.answers.raise()
    thread.join()
    #expect(syncer.hasSynced && isDone && syncer.syncedFrames == 2)
    #expect(syncer.longestSyncSeconds > 0)
  }

  @Test("when it fails at last, the error is there, and the thread is done")
  func fails() throws { try withFile(tellsTheError) }

  private func tellsTheError() throws {
    let thread = try thread()
    let error = TakeFileError.system(operation: .sync, path: folder.path, code: EIO)
    syncer.request(frames: 2)
    while !medium.isAsked.isRaised { letOthersRun() }
    medium.error.withLock { $0 = error }
    medium.answers.raise()
    thread.join()
    #expect(syncer.error == error && !syncer.hasSynced && syncer.syncedFrames == 0)
    #expect(isDone)
  }
}

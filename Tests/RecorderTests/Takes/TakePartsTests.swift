import Beamforming
import Boards
import Glibc
import Realtime
import Synchronization
import TakeFiles
import TestSupport
import Testing

@testable import Recorder

/// The first files of a take, in a folder that another program uses too.
@Suite("The numbers of takes") struct TakePartsTests {
  private static func plan(_ folder: TemporaryDirectory) throws -> TakePlan {
    let board = Board(
      id: "two", name: "Two", source: "made for tests",
      capture: Capture(device: "none", channels: 2),
      microphones: [
        Microphone(name: "L", channel: 0, position: Vector3(-0.03, 0, 0)),
        Microphone(name: "R", channel: 1, position: Vector3(0.03, 0, 0)),
      ],
      dataSources: [
        DataSource(
          name: "Back", orientation: .back, forward: DeviceFace.back.direction,
          patterns: [.omni], microphones: [0, 1])
      ])
    let designer = try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(taps: 64))
    var form = TakeForm()
    (form.keepsRaw, form.preRollSeconds) = (true, 0)
    return TakePlan(
      board: board,
      design: try designer.design(
        Board.Case(dataSource: 0, orientation: .portrait), pattern: .omni),
      grant: CaptureGrant(channels: 2, format: .s32, rate: 48000, period: 256, buffer: 1024),
      directory: folder.path, form: form,
      time: WallTime(epochSeconds: 0))
  }

  /// Parts of a take; another program makes a file right after each of the first looks into the folder.
  private static func parts(
    _ plan: TakePlan, taken: [TakeName], ending: String = "wav"
  ) -> TakeParts {
    let left = Mutex(taken)
    return TakeParts(plan: plan, preRollFrames: 0) { _, _, _ in
      let name = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let name {
        let path = name.path(in: plan.directory, ending: ending)
        close(open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600))
      }
      return TakeEvents()
    }
  }

  @Test("a number that another program takes first is left to it, and the next one is used")
  func quicker() throws {
    let folder = try TemporaryDirectory()
    let plan = try Self.plan(folder)
    // The stereo file of 1, then the raw file of 2: then there is a stereo file of 2 already.
    let taken = [
      TakeName(date: plan.date, number: 1), TakeName(date: plan.date, number: 2, content: .raw),
    ]
    let part = try Self.parts(plan, taken: taken).first()
    #expect(part.name.number == 3)
    part.discard()
    let left = try TakeDirectory(path: folder.path).fileNames()
    #expect(left == taken.map { $0.fileName() })
  }

  @Test("a number that another recorder takes first is left to it, also under another name")
  func otherName() throws {
    let folder = try TemporaryDirectory()
    let plan = try Self.plan(folder)
    let later = CivilDate(year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 1)
    // The same date in another format, then another date.
    let taken = [TakeName(date: plan.date, number: 1), TakeName(date: later, number: 2)]
    let part = try Self.parts(plan, taken: taken, ending: "flac").first()
    #expect(part.name.number == 3)
    part.discard()
    let left = try TakeDirectory(path: folder.path).fileNames()
    #expect(left == taken.map { $0.fileName(ending: "flac") })
  }

  @Test("other errors end the search: a folder that is gone is said, and nothing is tried again")
  func gone() throws {
    let folder = try TemporaryDirectory()
    var plan = try Self.plan(folder)
    let looks = Mutex(0)
    plan.directory = folder.file("missing")
    #expect(throws: TakeFileError.system(operation: .list, path: plan.directory, code: ENOENT)) {
      try Self.parts(plan, taken: []).first().discard()
    }
    plan.directory = folder.path
    let path = folder.path
    let parts = TakeParts(plan: plan, preRollFrames: 0) { _, _, _ in
      looks.withLock { $0 += 1 }
      rmdir(path)
      return TakeEvents()
    }
    #expect(throws: TakeFileError.self) { try parts.first().discard() }
    #expect(looks.withLock { $0 } == 1)
  }
}

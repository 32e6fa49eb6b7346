import Glibc
import TestSupport
import Testing

@testable import TakeFiles

@Suite("Takes in folders of days")
struct DayFolderTests {
  private let folder: TemporaryDirectory
  private var takes: TakeDirectory { TakeDirectory(path: folder.path) }

  init() throws {
    folder = try TemporaryDirectory()
    for name in ["2026-08-01", "2026-08-02", "2026-8-3", "other"] {
      try #require(mkdir(folder.file(name), 0o755) == 0)
    }
  }

  @Test("a day has ten letters, and only folders that are none but a link count")
  func days() throws {
    for (name, isDay) in [
      ("2026-08-01", true), ("0000-00-00", true), ("2026-8-01", false), ("2026_08_01", false),
      ("20260801", false), ("2026-08-011", false), ("", false),
    ] { #expect(TakeDirectory.isDay(name) == isDay, "\(name)") }
    try #require(symlink("2026-08-01", folder.file("2026-08-04")) == 0)
    try folder.write([1], to: "2026-08-05")
    #expect(
      try takes.folders().map(\.path)
        == [folder.path, folder.file("2026-08-01"), folder.file("2026-08-02")])
    #expect(TakeDirectory(path: folder.file("2026-08-01/")).root == takes)
    #expect(TakeDirectory(path: folder.file("other")).root.path == folder.file("other"))
    #expect(TakeDirectory(path: "2026-08-01").root.path == ".")
  }

  @Test("takes of all days are numbered together, also from within the folder of a day")
  func numbers() throws {
    try folder.write([1], to: "20260731_120000_003.wav")
    try folder.write([1], to: "2026-08-01/20260801_120000_007.wav")
    try folder.write([1], to: "2026-08-02/.20260802_120000_009.new")
    try folder.write([1], to: "other/20260802_120000_090.wav")
    let date = CivilDate(year: 2026, month: 8, day: 2, hour: 0, minute: 0, second: 0)
    for path in [folder.path, folder.file("2026-08-01"), folder.file("2026-08-02")] {
      #expect(try TakeDirectory(path: path).nextName(date: date).number == 10)
    }
    #expect(
      try takes.fileNames() == ["20260731_120000_003.wav", "20260801_120000_007.wav"])
    let made = takes.folder(of: date)
    #expect(made.path == folder.file("2026-08-02"))
    try made.make()
    let new = TakeDirectory(path: folder.file("2026-08-09"))
    try new.make()
    #expect(try takes.folders().contains(new))
  }

  @Test("a number is another's if any other file has it: of any day, in progress, or a reservation")
  func otherNumbers() throws {
    let own = folder.file("2026-08-01/20260801_120000_001.recording.wav")
    try folder.write([1], to: "2026-08-01/20260801_120000_001.recording.wav")
    #expect(try !takes.hasOther(number: 1, than: [own]))
    for name in ["2026-08-02/20260802_120000_001_raw.recording.wav", ".20260802_120000_001.new"] {
      try folder.write([], to: name)
      #expect(try takes.hasOther(number: 1, than: [own]), "\(name)")
      #expect(try !takes.hasOther(number: 1, than: [own, name]))
      unlink(folder.file(name))
    }
  }

  @Test("files in progress, drafts and short names of all days are found")
  func recovery() throws {
    try folder.write([1], to: "2026-08-01/20260801_120000_001.recording.wav")
    try folder.write([1], to: "20260801_120000_002.recording.wav")
    try folder.write([], to: "2026-08-02/202608~1.WAV")
    #expect(
      try TakeRecovery.inProgress(in: folder.path) == [
        folder.file("20260801_120000_002.recording.wav"),
        folder.file("2026-08-01/20260801_120000_001.recording.wav"),
      ])
    #expect(
      try TakeRecovery.restoreNames(in: folder.path).map(\.source) == [
        folder.file("2026-08-02/202608~1.WAV")
      ])
  }

  @Test("a copy has the same folders; a folder that is swapped for a link is not followed")
  func copy() throws {
    let medium = try TemporaryDirectory()
    try folder.write([1, 2], to: "20260731_120000_001.wav")
    try folder.write([3, 4], to: "2026-08-01/20260801_120000_002.wav")
    try folder.write([5, 6], to: "2026-08-02/20260802_120000_003.wav")
    try folder.write([7], to: "other/20260802_120000_004.wav")
    let copy = try TakeCopy(from: folder.path, to: medium.path)
    let plan = try copy.plan()
    #expect(plan.missing.count == 3)
    try #require(
      rename(folder.file("2026-08-02"), folder.file("moved")) == 0
        && symlink("other", folder.file("2026-08-02")) == 0)
    let report = copy.run(plan)
    #expect(report.files(.copied).count == 2 && !report.isComplete)
    #expect(try medium.read("2026-08-01/20260801_120000_002.wav") == [3, 4])
    #expect(!medium.contains("2026-08-02/20260802_120000_003.wav"))
    unlink(folder.file("2026-08-02"))
    try #require(rename(folder.file("moved"), folder.file("2026-08-02")) == 0)
    let again = copy.run(try copy.plan())
    #expect(again.isComplete && again.files(.there).count == 2)
    #expect(try medium.read("2026-08-02/20260802_120000_003.wav") == [5, 6])
    #expect(try copy.look().missing.isEmpty)
  }

  @Test("the folder of a day goes with its last take, and stays while there is anything in it")
  func delete() throws {
    func take(_ number: Int) -> TakeSet {
      let path = folder.file("2026-08-01/20260801_120000_00\(number).wav")
      let error = TakeFileError.system(operation: .read, path: path, code: EIO)
      return TakeSet(
        name: "x", number: number, files: [], damaged: [.init(path: path, error: error, bytes: 0)])
    }
    for number in 1...2 { try folder.write([1], to: "2026-08-01/20260801_120000_00\(number).wav") }
    try takes.delete(take(1))
    #expect(folder.contains("2026-08-01"))
    try takes.delete(take(2))
    #expect(!folder.contains("2026-08-01") && folder.contains("2026-08-02"))
  }
}

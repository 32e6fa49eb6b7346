import Glibc
import TakeFiles
import TestSupport
import Testing

@Suite struct TakeNameTests {
  private let date = CivilDate(year: 2026, month: 3, day: 7, hour: 9, minute: 5, second: 1)

  @Test func namesAreReadBackAsTheyAreWritten() {
    let table: [(TakeName, String)] = [
      (TakeName(date: date, number: 1), "20260307_090501_001"),
      (TakeName(date: date, number: 1234), "20260307_090501_1234"),
      (TakeName(date: date, number: 2, content: .raw), "20260307_090501_002_raw"),
      (TakeName(date: date, number: 2, content: .safety), "20260307_090501_002_safety"),
      (TakeName(date: date, number: 2, part: 0), "20260307_090501_002_a"),
      (TakeName(date: date, number: 2, content: .raw, part: 25), "20260307_090501_002_raw_z"),
      (TakeName(date: date, number: 2, part: 26), "20260307_090501_002_aa"),
      (TakeName(date: date, number: 2, part: 701), "20260307_090501_002_zz"),
    ]
    for (name, text) in table {
      #expect(name.stem == text)
      #expect(TakeName(fileName: text + ".wav") == name)
      #expect(TakeName(fileName: text + ".recording.wav") == name)
      #expect(TakeName(fileName: text + ".flac") == name)
    }
  }

  @Test(arguments: [
    "", "x.wav", "20260307_090501.wav", "20260307_090501_01.wav", "20260307_0905_001.wav",
    "20260307_090501_001_.wav", "20260307_090501_001_A.wav", "20260307_090501_001_raw_b_c.wav",
    "2026030x_090501_001.wav", "20260307_090501_+01.wav",
  ])
  func otherNamesAreNotTakes(name: String) {
    #expect(TakeName(fileName: name) == nil)
  }

  @Test func filesInProgressAreNamedSo() {
    #expect(TakeName.inProgressPath(for: "/a.b/take.wav") == "/a.b/take.recording.wav")
    #expect(TakeName.inProgressPath(for: "/a.b/take") == "/a.b/take.recording")
  }

  @Test func theNumberGoesOnWithoutAClock() throws {
    let directory = try TemporaryDirectory()
    let takes = TakeDirectory(path: directory.path)
    #expect(try takes.nextName(date: date).number == 1)
    try directory.write([], to: "20260307_090501_041_raw.wav")
    try directory.write([], to: "20260307_090501_040.recording.wav")
    try directory.write([], to: "notes.txt")
    let unset = CivilDate(epochSeconds: 12)
    #expect(try takes.nextName(date: unset).fileName() == "19700101_000012_042.wav")
    #expect(
      try takes.fileNames() == ["20260307_090501_040.recording.wav", "20260307_090501_041_raw.wav"])
  }

  @Test func anUnreadableDirectoryIsNamed() {
    #expect(
      throws: TakeFileError.system(operation: .list, path: "/nowhere/at/all", code: ENOENT)
    ) { _ = try TakeDirectory(path: "/nowhere/at/all").nextName(date: date) }
  }

  /// The C library counts in another way.
  @Test func datesAgreeWithTheCLibrary() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      var seconds = Int.random(in: -5_000_000_000...20_000_000_000, using: &generator)
      let offset = Int.random(in: -43200...50400, using: &generator)
      let civil = CivilDate(epochSeconds: seconds, utcOffsetSeconds: offset)
      seconds += offset
      var fields = tm()
      gmtime_r(&seconds, &fields)
      let expected = CivilDate(
        year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
        hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: Int(fields.tm_sec))
      #expect(civil == expected)
    }
  }
}

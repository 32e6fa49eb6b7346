import Glibc
import Recorder
import TakeFiles
import Testing

@Suite("Takes in a folder for each day")
struct DayFolderTakeTests {
  private func make(_ recorder: HeldRecorder) throws -> TakeSet {
    let count = recorder.takes.count
    try recorder.session.startTake(recorder.now)
    recorder.wait(0.5)
    recorder.wait { $0.takeName != nil }
    let folder = recorder.session.configuration.directory
    #expect(recorder.session.takeFolder == folder + "/1970-01-01")
    try recorder.session.stopTake()
    recorder.wait { $0.isSettled }
    recorder.wait(0.1)
    #expect(recorder.takes.count == count + 1)
    let number = try TakeDirectory(path: folder).fileNames().compactMap {
      TakeName(fileName: $0)?.number
    }.max()
    let found = try TakeDirectory(path: folder).takes(numbers: [try #require(number)])
    return try #require(found.first)
  }

  @Test(
    "a take lies in the folder of its day; the next one is numbered on, also without the folder")
  func takes() throws {
    let recorder = try HeldRecorder(folders: .byDay)
    try recorder.arm()
    recorder.wait(0.2)
    let first = try make(recorder)
    let folder = recorder.session.configuration.directory
    #expect(first.number == 1)
    #expect(first.files.map(\.path) == [folder + "/1970-01-01/\(first.name).wav"])
    #expect(try TakeDirectory(path: folder).lastTake()?.name == first.name)
    try TakeDirectory(path: folder).delete(first)
    #expect(access(folder + "/1970-01-01", F_OK) != 0)
    let second = try make(recorder)
    #expect(second.main.first?.isInProgress == false)
    let third = try make(recorder)
    #expect(third.number == 2)
  }
}

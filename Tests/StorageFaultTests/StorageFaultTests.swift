import Glibc
import TakeFiles
import TestSupport
import Testing

/// The recorder as a program, and a card that fails it: by a call that goes wrong, or with the program killed.
@Suite(
  .enabled(if: FaultyRecording.isPossible, "needs a C compiler (cc) and the built pinna program"),
  .serialized)
struct StorageFaultTests {
  /// `deploy/test --long` sets this.
  static let isLong = TestForm.isLong

  @Test(
    "every call that fails once: earlier takes are untouched, the current one is kept, the error is said",
    arguments: [FaultyRecording.Kind.short, .full, .broken])
  func failing(kind: FaultyRecording.Kind) throws {
    let recording = try FaultyRecording()
    _ = try recording.record(into: "takes/count", call: nil, kind: kind)
    let calls = try recording.calls()
    try #require(calls > 50)
    var random = SeededGenerator(seed: 11)
    for call in 1...calls where Self.isLong || UInt.random(in: 0..<8, using: &random) == 0 {
      let folder = "takes/\(kind.rawValue)-\(call)"
      let earlier = try Earlier(recording, folder)
      let outcome = try recording.record(into: folder, call: call, kind: kind)
      let place = Comment(rawValue: "\(kind.rawValue) at call \(call): \(outcome.output)")
      // The fault is the exit status too, if it could be noticed.
      #expect([0, 73, 74].contains(outcome.status), place)
      #expect(outcome.status == 0 || outcome.output.contains("fault"), place)
      try earlier.check(recording, place)
      try check(recording, folder, place)
    }
  }

  @Test(
    "a card that fails for good keeps what it has taken",
    arguments: [FaultyRecording.Kind.full, .broken])
  func failingForGood(kind: FaultyRecording.Kind) throws {
    let recording = try FaultyRecording()
    for call in [1, 7, 12, 20, 33, 50] {
      let folder = "takes/\(kind.rawValue)-\(call)"
      let earlier = try Earlier(recording, folder)
      let outcome = try recording.record(into: folder, call: call, kind: kind, stays: true)
      let place = Comment(rawValue: "\(kind.rawValue) from call \(call): \(outcome.output)")
      #expect(outcome.output.contains("fault"), place)
      // No file can be made although the machine's own disk has space: that is told as it is.
      let words =
        kind == .full ? ["No space left", "takes no more files here"] : ["Input/output error"]
      #expect(words.contains { outcome.output.contains($0) }, place)
      try earlier.check(recording, place)
      try check(recording, folder, place)
    }
  }

  @Test("killed at a random call or instant, the recorder leaves takes that are recovered")
  func killed() throws {
    let recording = try FaultyRecording()
    _ = try recording.record(into: "takes/count", call: nil, kind: .kill)
    let calls = try recording.calls()
    var random = SeededGenerator(seed: 5)
    var recovered = 0
    for number in 0..<(Self.isLong ? 1000 : 30) {
      let folder = "takes/kill-\(number)"
      let earlier = try Earlier(recording, folder)
      let kinds: [FaultyRecording.Kind] = [.kill, .killHalf, .killAfter]
      let kind = kinds[Int.random(in: 0..<3, using: &random)]
      let call = Int.random(in: 1...calls, using: &random)
      let instant = UInt32.random(in: 20_000...400_000, using: &random)
      let isTimed = number % 4 == 3
      let outcome = try recording.record(
        into: folder, call: isTimed ? nil : call, kind: kind,
        killedAfter: isTimed ? instant : nil)
      let place = Comment(
        rawValue: isTimed ? "killed after \(instant) us" : "\(kind.rawValue) at call \(call)")
      // How often the medium is synced depends on its speed, so a run may have fewer calls.
      let hasCome = try isTimed || recording.calls() >= call
      if !isTimed && hasCome { #expect(outcome.status == nil, place) }
      try earlier.check(recording, place)
      recovered += try check(recording, folder, place)
    }
    #expect(recovered > (Self.isLong ? 500 : 10))
  }

  /// Recovers, and looks at everything that there is then; gives how many takes were recovered.
  @discardableResult
  private func check(
    _ recording: FaultyRecording, _ folder: String, _ place: Comment
  ) throws -> Int {
    let before = try FaultyRecording.files(recording.folder.file(folder))
    let recovery = try recording.recover(folder)
    #expect(recovery.status == 0, "\(place): \(recovery.output)")
    let after = try FaultyRecording.files(recording.folder.file(folder))
    #expect(after.allSatisfy { !$0.contains(".recording.") }, "\(place): \(after)")
    #expect(after.count == before.count, "\(place): \(before) became \(after)")
    for name in after {
      let path = recording.folder.file("\(folder)/\(name)")
      if name.hasSuffix(".damaged") {
        // The program ended before the file had a head: there is no sound in it.
        #expect(try recording.folder.read("\(folder)/\(name)").count < 16384, "\(place): \(name)")
        continue
      }
      let words = try FaultyRecording.words(path)
      if name.contains("_raw") {
        let isPiece = recording.isPiece(words)
        #expect(isPiece, "\(place): \(name) is not a piece of what was sent")
      }
    }
    return before.filter { $0.contains(".recording.") }.count
  }
}

/// A take that was there before, which nothing may touch.
private struct Earlier {
  static let name = "20250101_000000_041.wav"
  let path: String
  let bytes: [UInt8]

  init(_ recording: FaultyRecording, _ folder: String) throws {
    path = "\(folder)/\(Self.name)"
    mkdir(recording.folder.file(folder), 0o755)
    let whole = try FaultyRecording.files(recording.folder.file("whole"))
    let first = whole.first { !$0.contains("_raw") } ?? ""
    bytes = Array(try recording.folder.read("whole/" + first).prefix(50_000))
    try recording.folder.write(bytes, to: path)
  }

  func check(_ recording: FaultyRecording, _ place: Comment) throws {
    #expect(try recording.folder.read(path) == bytes, place)
    unlink(recording.folder.file(path))
  }
}

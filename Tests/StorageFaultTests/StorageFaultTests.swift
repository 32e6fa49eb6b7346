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
    arguments: TakeFileKind.allCases, [FaultyRecording.Kind.short, .full, .broken])
  func failing(form: TakeFileKind, kind: FaultyRecording.Kind) throws {
    let recording = try FaultyRecording(form)
    for call in try places(recording, some: form == .wav ? 8 : 3) {
      let folder = "takes/\(kind.rawValue)-\(call)"
      let earlier = try Earlier(recording, folder)
      let outcome = try recording.record(into: folder, call: call, kind: kind)
      let place = Comment(
        rawValue: "\(form.rawValue), \(kind.rawValue) at call \(call): \(outcome.output)")
      // The fault is the exit status too, if it could be noticed.
      #expect([0, 73, 74].contains(outcome.status), place)
      #expect(outcome.status == 0 || outcome.output.contains("fault"), place)
      try earlier.check(recording, place)
      try check(recording, folder, place)
    }
  }

  @Test(
    "a card that fails for good keeps what it has taken", arguments: TakeFileKind.allCases,
    [FaultyRecording.Kind.full, .broken])
  func failingForGood(form: TakeFileKind, kind: FaultyRecording.Kind) throws {
    let recording = try FaultyRecording(form)
    for call in try places(recording, some: 2) {
      let folder = "takes/\(kind.rawValue)-\(call)"
      let earlier = try Earlier(recording, folder)
      let outcome = try recording.record(into: folder, call: call, kind: kind, stays: true)
      let place = Comment(
        rawValue: "\(form.rawValue), \(kind.rawValue) from call \(call): \(outcome.output)")
      // A call behind the end of the last take costs nothing, and is not told.
      let isWhole = outcome.output.split(separator: "take done").count == 3
      #expect(isWhole || outcome.output.contains("fault"), place)
      // No file can be made although the machine's own disk has space: that is told as it is.
      let words =
        kind == .full ? ["No space left", "accepts no more files here"] : ["Input/output error"]
      #expect(isWhole || words.contains { outcome.output.contains($0) }, place)
      try earlier.check(recording, place)
      try check(recording, folder, place)
    }
  }

  @Test(
    "killed at a random call or instant, the recorder leaves takes that are recovered",
    arguments: TakeFileKind.allCases)
  func killed(form: TakeFileKind) throws {
    let recording = try FaultyRecording(form)
    let calls = try self.calls(recording)
    var random = SeededGenerator(seed: 5)
    var recovered = 0
    let runs = Self.isLong ? 250 : 8
    for number in 0..<runs {
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
        rawValue: form.rawValue + ", "
          + (isTimed ? "killed after \(instant) us" : "\(kind.rawValue) at call \(call)"))
      // How often the medium is synced depends on its speed, so a run may have fewer calls.
      let hasCome = try isTimed || recording.calls() >= call
      if !isTimed && hasCome { #expect(outcome.status == nil, place) }
      try earlier.check(recording, place)
      recovered += try check(recording, folder, place)
    }
    #expect(recovered > runs / 3)
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
        #expect(try !hasSound(path), "\(place): \(name)")
        continue
      }
      if name.contains("_raw") {
        let isPiece = try recording.isPiece(FaultyRecording.words(path))
        #expect(isPiece, "\(place): \(name) is not a piece of what was sent")
      }
    }
    let takes = try TakeDirectory(path: recording.folder.file(folder)).takes()
    let findings = takes.flatMap { TakeVerifier.verify($0).findings }
    let told = findings.map { "\($0.path.split(separator: "/").last ?? ""): \($0.problem)" }
    #expect(told.isEmpty, "\(told), \(after), \(place)")
    return before.filter { $0.contains(".recording.") }.count
  }
}

extension StorageFaultTests {
  /// The number of calls that an undisturbed recording makes on its files.
  private func calls(_ recording: FaultyRecording) throws -> Int {
    _ = try recording.record(into: "takes/count", call: nil, kind: .full)
    let calls = try recording.calls()
    try #require(calls > 50)
    return calls
  }

  /// Calls at which something goes wrong: in the long form every one of WAV and every third of the others, in the
  /// short one some chosen by seed.
  private func places(_ recording: FaultyRecording, some count: Int) throws -> [Int] {
    let calls = try calls(recording)
    var random = SeededGenerator(seed: UInt64(calls))
    guard !Self.isLong else {
      return Array(stride(from: 1, through: calls, by: recording.form == .wav ? 1 : 3))
    }
    return Array((1...calls).shuffled(using: &random).prefix(count))
  }

  /// True when there is sound in a file that was put aside.
  private func hasSound(_ path: String) throws -> Bool {
    let kind = try #require(TakeFileKind(path: String(path.dropLast(".damaged".count))))
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    guard kind != .wav else { return lseek(descriptor, 0, SEEK_END) >= 16384 }
    let survey = try EncodedRecovery.survey(descriptor: descriptor, kind: kind, path: path)
    return (survey?.frames ?? 0) > 0
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

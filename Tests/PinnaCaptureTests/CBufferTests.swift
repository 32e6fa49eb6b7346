import Glibc
import PinnaCapture
import TestSupport
import Testing

@testable import PinnaC

/// Texts in buffers of C programs: none is lost because a buffer was small.
@Suite("Buffers of the C interface") struct CBufferTests {
  /// Runs calls as a C program does, on another thread: each waits for a task, and tasks need the tests' threads.
  static func onThread(_ work: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      let call = Call(work: work, done: done)
      var thread = pthread_t()
      let result = pthread_create(
        &thread, nil,
        { pointer in
          guard let pointer else { return nil }
          let call = Unmanaged<Call>.fromOpaque(pointer).takeRetainedValue()
          call.done.resume(with: Result(catching: call.work))
          return nil
        }, Unmanaged.passRetained(call).toOpaque())
      precondition(result == 0, "a thread")
      pthread_detach(thread)
    }
  }

  /// Work of another thread, with what waits for its end.
  private final class Call: Sendable {
    let work: @Sendable () throws -> Void
    let done: CheckedContinuation<Void, any Error>

    init(
      work: @escaping @Sendable () throws -> Void, done: CheckedContinuation<Void, any Error>
    ) {
      (self.work, self.done) = (work, done)
    }
  }

  /// The text that a function fills in, with the length that it gives.
  private static func filled(
    _ size: Int, _ fill: (UnsafeMutablePointer<CChar>?, Int) -> Int
  ) -> (text: String, length: Int) {
    var bytes = [CChar](repeating: 1, count: size)
    let length = fill(&bytes, size)
    let text = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return (String(decoding: text, as: UTF8.self), length)
  }

  /// A session whose simulated microphones are captured.
  private static func active(_ folder: TemporaryDirectory) throws -> OpaquePointer {
    try folder.write(Array(CaptureRig.board.utf8), to: "test.toml")
    let session = try #require(
      pinnaOpen("simulated:" + folder.file("test.toml"), folder.file("takes"), nil, 0))
    #expect(pinnaSetPolarPattern(session, "omni") == 0 && pinnaActivate(session) == 0)
    return session
  }

  /// Starts a take and waits for the first sound that comes meanwhile.
  private static func startTake(_ session: OpaquePointer) throws {
    let pull = try #require(pinnaPullRaw(session))
    defer { pinnaPullFree(pull) }
    #expect(pinnaStartTake(session, 0) == 0)
    var samples = [Float](repeating: 0, count: 4 * 4800)
    while pinnaPullRead(pull, &samples, 4800, nil) == 0 { letOthersRun() }
  }

  /// Asks for changes until one has come.
  private static func lengthOfChange(_ session: OpaquePointer) -> Int {
    while true {
      let length = pinnaNextChange(session, nil, 0)
      if length > 0 { return length }
      letOthersRun()
    }
  }

  @Test("a change is there until a buffer holds all of it")
  func changes() async throws { try await Self.onThread(Self.tryChanges) }

  @Sendable private static func tryChanges() throws {
    let folder = try TemporaryDirectory()
    let session = try Self.active(folder)
    defer { pinnaClose(session) }
    let length = Self.lengthOfChange(session)
    #expect(length > 4 && pinnaNextChange(session, nil, 0) == length)
    let short = Self.filled(4) { pinnaNextChange(session, $0, $1) }
    let whole = Self.filled(length + 1) { pinnaNextChange(session, $0, $1) }
    #expect(short.length == length && whole.length == length && whole.text.utf8.count == length)
    #expect(whole.text.hasPrefix(short.text) && short.text.utf8.count == 3)
    #expect(Self.filled(400) { pinnaNextChange(session, $0, $1) }.text != whole.text)
  }

  @Test("changes that nobody read in time are counted, and the newest are kept")
  func missed() {
    var changes = UnreadChanges()
    #expect(changes.first == nil)
    for number in 1...70 { changes.keep("\(number)", missed: number == 3 ? 2 : 0) }
    // 71 lines came, of which 64 are kept: 1, 2, the line about two others, 3, 4, 5 and 6 are lost.
    var read: [String] = []
    while let line = changes.first {
      read.append(line)
      changes.removeFirst()
    }
    #expect(read == ["missed 8"] + (7...70).map { "\($0)" })
  }

  @Test("a text that is cut ends with a whole character")
  func characters() {
    for size in 2...7 {
      let cut = Self.filled(size) { copy("aüü€", to: $0, $1) }
      #expect(cut.length == 8 && "aüü€".hasPrefix(cut.text), "\(size)")
    }
  }

  @Test("a text that is not UTF-8 is refused, because it may be a path")
  func bytes() async throws { try await Self.onThread(Self.tryBytes) }

  @Sendable private static func tryBytes() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array(CaptureRig.board.utf8), to: "test.toml")
    let latin1: [CChar] = [0x64, -28, 0x72, 0]
    let board = "simulated:" + folder.file("test.toml")
    let error = Self.filled(200) { buffer, size in
      #expect(pinnaOpen(board, latin1, buffer, size) == nil)
      return 0
    }
    #expect(error.text.contains("is not UTF-8"))
    let session = try #require(pinnaOpen(board, nil, nil, 0))
    defer { pinnaClose(session) }
    #expect(pinnaMark(session, latin1) == invalidArgument)
  }

  @Test("a path that does not fit is said, and can be had again")
  func path() async throws { try await Self.onThread(Self.tryPath) }

  @Sendable private static func tryPath() throws {
    let folder = try TemporaryDirectory()
    let session = try Self.active(folder)
    defer { pinnaClose(session) }
    #expect(pinnaTakePath(session, nil, 0) == 0)
    try Self.startTake(session)
    var small = [CChar](repeating: 1, count: 20)
    #expect(pinnaStopTake(session, &small, small.count) == tooSmall && small[0] == 0)
    let message = Self.filled(400) { pinnaError(session, $0, $1) }.text
    #expect(message.hasPrefix("the path has ") && message.contains("the buffer has 20 bytes"))
    let length = pinnaTakePath(session, nil, 0)
    let path = Self.filled(length + 1) { pinnaTakePath(session, $0, $1) }
    #expect(path.text.hasPrefix(folder.file("takes")) && path.text.hasSuffix(".wav"))
    #expect(path.length == length)
    // The last byte of the buffer is for the zero at the end.
    try Self.startTake(session)
    var exact = [CChar](repeating: 1, count: length)
    #expect(pinnaStopTake(session, &exact, exact.count) == tooSmall)
    try Self.startTake(session)
    #expect(pinnaStopTake(session, nil, 0) == 0)
  }

  @Test("an argument that cannot be has a sentence that names it")
  func sentences() async throws { try await Self.onThread(Self.trySentences) }

  @Sendable private static func trySentences() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array(CaptureRig.board.utf8), to: "test.toml")
    let session = try #require(
      pinnaOpen("simulated:" + folder.file("test.toml"), nil, nil, 0))
    defer { pinnaClose(session) }
    func sentence(_ code: Int32) -> String {
      #expect(code == invalidArgument)
      return Self.filled(400) { pinnaError(session, $0, $1) }.text
    }
    #expect(
      sentence(pinnaSetPolarPattern(session, "steroe")).hasPrefix("the pattern is \"steroe\""))
    #expect(
      sentence(pinnaSetInputOrientation(session, nil)).hasPrefix(
        "the orientation is NULL; allowed:"))
    #expect(sentence(pinnaSetDataSource(session, nil)).hasPrefix("the data source is NULL"))
    #expect(sentence(pinnaSetInputGain(session, .nan)).hasPrefix("the input gain is nan"))
    #expect(sentence(pinnaLevels(session, 0, nil, nil, -1)).hasPrefix("the count is -1"))
  }
}

import CVersion
import Glibc
import PinnaCapture
import TestSupport
import Testing

@testable import PinnaC

@Suite("The C interface") struct CInterfaceTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  private static func text(_ path: String) throws -> String {
    try #require(ChildProcess.run(["cat", root + "/" + path])).output
  }

  /// A text that a function fills in.
  private static func filled(_ fill: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> String {
    var bytes = [CChar](repeating: 1, count: 400)
    let length = fill(&bytes, bytes.count)
    let text = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    #expect(length == text.count)
    return String(decoding: text, as: UTF8.self)
  }

  @Test(
    "each function of the header is there, and no other one; the numbers of errors are those of the header"
  )
  func header() throws {
    let header = try Self.text("Sources/PinnaC/include/pinna.h")
    let declared = header.matches(of: /\b(pinna_\w+)\(/).map { String($0.output.1) }
    let sources = try ["SessionCalls", "Preferences", "Takes", "Options"].map {
      try Self.text("Sources/PinnaC/\($0).swift")
    }
    let defined = sources.joined().matches(of: /@_cdecl\("(\w+)"\)/).map { String($0.output.1) }
    #expect(defined.count > 20 && Set(declared) == Set(defined))
    let numbers = header.matches(of: /PINNA_(\w+) = (-\d+)/).map {
      (String($0.output.1), Int32($0.output.2) ?? 0)
    }
    let codes = Dictionary(uniqueKeysWithValues: numbers)
    #expect(codes["CLOSED"] == CaptureError.closed.code)
    #expect(codes["DURING_TAKE"] == CaptureError.duringTake(setting: "").code)
    #expect(codes["DEVICE_BUSY"] == CaptureError.deviceBusy("").code)
    #expect(codes["UNKNOWN_BOARD"] == CaptureError.unknownBoard("").code)
    #expect(codes["NO_TAKE"] == CaptureError.noTake.code)
    #expect(codes["INVALID"] == invalidArgument && codes["TOO_SMALL"] == tooSmall)
    #expect(Set(codes.values).count == codes.count)
  }

  @Test("NULL is refused by every function, and kills nothing")
  func null() {
    #expect(pinnaOpen(nil, nil, nil, 0) == nil && pinnaOpenWith(nil, nil, nil, nil, 0) == nil)
    #expect(pinnaDescriptor(nil) == invalidArgument && pinnaLatency(nil) < 0)
    #expect(pinnaLevels(nil, 0, nil, nil, 2) == invalidArgument)
    pinnaClose(nil)
    let codes = [
      pinnaActivate(nil), pinnaDeactivate(nil), pinnaSetDataSource(nil, "x"),
      pinnaSetPolarPattern(nil, nil), pinnaSetInputOrientation(nil, nil),
      pinnaSetSampleRate(nil, 1), pinnaSetIOBufferFrames(nil, 1), pinnaSetInputGain(nil, 0),
      pinnaStartTake(nil, 0), pinnaStopTake(nil, nil, 0), pinnaSetPaused(nil, 1),
      pinnaMark(nil, nil), pinnaPullChannels(nil),
    ]
    #expect(codes.allSatisfy { $0 == invalidArgument })
    #expect(pinnaPullStereo(nil) == nil && pinnaPullRaw(nil) == nil)
    #expect(pinnaPullRead(nil, nil, 5, nil) == Int(invalidArgument))
    pinnaPullFree(nil)
    #expect(pinnaGet(nil, "sample-rate", 0, nil, 0) == 0)
    #expect(pinnaDataSources(nil, nil, 0) == 0 && pinnaNextChange(nil, nil, 0) == 0)
    #expect(pinnaTakePath(nil, nil, 0) == 0)
  }

  @Test("a session says what it has, and why something cannot be")
  func session() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array(CaptureRig.board.utf8), to: "test.toml")
    var error = [CChar](repeating: 1, count: 20)
    #expect(pinnaOpen("no-such-board", nil, &error, error.count) == nil)
    #expect(error[18] != 1 && error[19] == 0, "a text that is cut off ends with a zero")
    let session = try #require(
      pinnaOpen("simulated:" + folder.file("test.toml"), folder.file("takes"), nil, 0))
    defer { pinnaClose(session) }
    #expect(Self.filled { pinnaError(session, $0, $1) } == "")
    #expect(
      Self.filled { pinnaDataSources(session, $0, $1) }
        == "Back\tback\tstereo\tomni\tcardioid\nFront\tfront\tstereo\tomni\tcardioid")
    #expect(pinnaSetDataSource(session, "front") == 0)
    #expect(pinnaSetPolarPattern(session, "stereo") == 0)
    #expect(pinnaSetInputOrientation(session, "landscapeLeft") == 0)
    #expect(pinnaSetInputOrientation(session, "sideways") == invalidArgument)
    #expect(pinnaSetSampleRate(session, 5) == -11 && pinnaSetDataSource(session, "Side") == -11)
    #expect(Self.filled { pinnaError(session, $0, $1) }.hasPrefix("there is no data source Side"))
    #expect(Self.filled { pinnaGet(session, "data-source", 0, $0, $1) } == "Front")
    #expect(Self.filled { pinnaGet(session, "sample-rate", 1, $0, $1) } == "48000")
    #expect(Self.filled { pinnaGet(session, "no-such-key", 1, $0, $1) } == "")
    #expect(pinnaStartTake(session, 1) == -7 && pinnaStopTake(session, nil, 0) == -10)
    let pull = try #require(pinnaPullRaw(session))
    #expect(pinnaPullChannels(pull) == 4)
    var (samples, missed) = ([Float](repeating: 0, count: 40), 7)
    #expect(pinnaPullRead(pull, &samples, 10, &missed) == -16 && missed == 0)
    pinnaPullFree(pull)
  }

  /// Opens a session of a simulated board with options.
  private static func open(
    _ folder: TemporaryDirectory, _ options: [String]
  ) -> (session: OpaquePointer?, error: String) {
    var error = [CChar](repeating: 0, count: 400)
    let texts = options.map { UnsafePointer(strdup($0)) }
    defer { for text in texts { free(UnsafeMutablePointer(mutating: text)) } }
    let session = pinnaOpenWith(
      "simulated:" + folder.file("test.toml"), folder.file("takes"), texts + [nil], &error,
      error.count)
    let words = error.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return (session, String(decoding: words, as: UTF8.self))
  }

  @Test("a session is opened with options, tells its changes and its levels, and its version")
  func options() async throws { try await CBufferTests.onThread(Self.tryOptions) }

  private static func tryOptions() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array(CaptureRig.board.utf8), to: "test.toml")
    for (option, words) in [
      ("format", "write KEY=VALUE"), ("format=mp3", "allowed values are wav, flac"),
      ("raw=true", "write yes or no"), ("width=wide", "a number is expected"),
      ("wings=2", "there is no option wings"), ("pre-roll=99", "pre-roll"),
    ] {
      let refused = Self.open(folder, [option])
      #expect(refused.session == nil && refused.error.contains(words), "\(refused)")
    }
    let options = ["format=flac", "raw=yes", "pre-roll=1", "cache=" + folder.file("cache")]
    let session = try #require(Self.open(folder, options).session)
    defer { pinnaClose(session) }
    #expect(String(cString: pinnaVersion()) == PINNA_VERSION)
    let header = try Self.text("Sources/PinnaC/include/pinna.h")
    let numbers = header.matches(of: /#define PINNA_VERSION_M\w+ (\d+)/).map { $0.output.1 }
    #expect(PINNA_VERSION.hasPrefix(numbers.joined(separator: ".") + "."))
    var waiting = pollfd(fd: pinnaDescriptor(session), events: Int16(POLLIN), revents: 0)
    #expect(waiting.fd >= 0 && poll(&waiting, 1, 0) == 0)
    #expect(pinnaLevels(session, 1, nil, nil, 0) == 0)
    #expect(pinnaActivate(session) == 0)
    #expect(poll(&waiting, 1, Int32(1000 * TestForm.patienceSeconds)) == 1)
    while pinnaNextChange(session, nil, 0) > 0 {
      var words = [CChar](repeating: 0, count: 400)
      _ = pinnaNextChange(session, &words, words.count)
    }
    #expect(poll(&waiting, 1, 0) == 0)
    #expect(Self.filled { pinnaGet(session, "left-edge", 0, $0, $1) } == "left")
    var peaks = [Float](repeating: -1, count: 3)
    while pinnaLevels(session, 1, &peaks, nil, 3) != 4 || peaks[2] <= 0 {}
    #expect(peaks[0] > 0 && peaks[0] < 1)
    while pinnaLevels(session, 0, &peaks, nil, 2) != 2 {}
    #expect(pinnaStartTake(session, 1) == 0)
    #expect(pinnaStopTake(session, nil, 0) == 0)
    let path = Self.filled { pinnaTakePath(session, $0, $1) }
    #expect(path.hasSuffix(".flac"), "\(path)")
    #expect(pinnaLatency(session) > 0 && pinnaLatency(session) < 0.1)
  }
}

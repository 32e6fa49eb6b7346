import PinnaCapture
import TakeFiles
import TestSupport
import Testing

@Suite("Takes through the library") struct CaptureTakeTests {
  @Test("a take has its pre-roll, its pause, its marker and its raw file")
  func whole() async throws {
    let rig = try CaptureRig(preRoll: 1, keepsRaw: true)
    try await rig.activate()
    try await rig.pass(1.5)
    let running = try await rig.session.startTake()
    try await rig.pass(1)
    try await rig.session.mark("here")
    try await rig.session.pauseTake()
    try await rig.pass(2)
    guard case .recording(let paused) = try await rig.session.status.activity else {
      throw CaptureError.noTake
    }
    #expect(paused.isPaused && paused.id == running.id)
    try await rig.session.resumeTake()
    try await rig.pass(1)
    let take = try await rig.session.stopTake()
    #expect(take.id == running.id && take.lostFrames == 0)
    #expect(take.preRollFrames == 48_000)
    // A second before the start, a second, and a second after the pause.
    #expect(abs(take.frames - 144_000) <= 480, "\(take.frames)")
    let marker = try #require(take.markers.first { $0.text == "here" })
    #expect(abs(marker.frame - 96_000) <= 480)
    let (stereo, raw) = try (
      TakeFile.read(path: #require(take.files.first)),
      TakeFile.read(path: #require(take.rawFiles.first))
    )
    #expect(stereo.frames == take.frames && raw.frames == take.frames)
    #expect(stereo.channels == 2 && raw.channels == 4)
    #expect(stereo.metadata.markers.contains { $0.label == "here" && $0.frame == marker.frame })
    #expect(!stereo.isTruncated && !stereo.isInProgress)
  }

  @Test("nothing that was latched changes in a take, and each refusal names it")
  func refusals() async throws {
    let rig = try CaptureRig()
    let session = rig.session
    try await rig.activate()
    _ = try await session.startTake()
    let before = try await session.route
    let requests: [(String, @Sendable () async throws(CaptureError) -> Void)] = [
      (
        "the data source",
        { () async throws(CaptureError) in
          try await session.setPreferredDataSource("front")
        }
      ),
      (
        "the polar pattern",
        { () async throws(CaptureError) in
          try await session.setPreferredPolarPattern(.omni)
        }
      ),
      (
        "the orientation",
        { () async throws(CaptureError) in
          try await session.setPreferredInputOrientation(.landscapeLeft)
        }
      ),
      (
        "the sample rate",
        { () async throws(CaptureError) in
          try await session.setPreferredSampleRate(16_000)
        }
      ),
      (
        "the I/O buffer",
        { () async throws(CaptureError) in
          try await session.setPreferredIOBufferFrames(128)
        }
      ),
      (
        "the input gain",
        { () async throws(CaptureError) in
          try await session.setPreferredInputGain(10)
        }
      ),
    ]
    for (setting, request) in requests {
      await #expect(throws: CaptureError.duringTake(setting: setting)) { try await request() }
    }
    await #expect(throws: CaptureError.takeRuns) { _ = try await session.startTake() }
    #expect(try await session.route == before)
    try await rig.pass(1)
    let take = try await session.stopTake()
    #expect(take.frames > 47_000)
    await #expect(throws: CaptureError.noTake) { try await session.stopTake() }
    try await session.setPreferredPolarPattern(.omni)
    #expect(try await session.route.actual.polarPattern == .omni)
  }

  @Test("a relative folder of takes counts from where the program was when it made the session")
  func relative() async throws {
    let rig = try CaptureRig()
    let up = String(repeating: "../", count: 30)
    let session = try CaptureSession(
      board: .simulated(
        up + rig.folder.file("test.toml").dropFirst(), SimulatedScene(isManual: true)),
      configuration: CaptureConfiguration(
        takes: TakeSettings(directory: up + rig.folder.file("own").dropFirst(), preRollSeconds: 0)))
    try await session.setPreferredPolarPattern(.omni)
    try await session.activate()
    while try await !session.status.isReady { letOthersRun() }
    _ = try await session.startTake()
    try await session.simulation?.advance(seconds: 0.5)
    let path = try #require(try await session.stopTake().files.first)
    #expect(path.hasPrefix("/") && path.contains("/own/"))
    #expect(try TakeFile.read(path: path).frames > 0)
  }

  @Test("a session that is let go closes its take, and a sequence that is let go is not missed")
  func letGo() async throws {
    let folder = try await Self.leaveTake()
    let names = try TakeDirectory(path: folder.file("takes")).fileNames()
    let file = try TakeFile.read(path: folder.file("takes/" + #require(names.first)))
    #expect(!file.isInProgress && file.frames > 47_000)
  }

  /// Starts a take and lets its session go; gives the folder.
  private static func leaveTake() async throws -> TemporaryDirectory {
    let rig = try CaptureRig()
    try await rig.activate()
    _ = try await rig.session.startTake()
    _ = try await rig.session.raw()
    try await rig.pass(1)
    return rig.folder
  }
}

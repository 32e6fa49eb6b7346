import FoundationEssentials
import PinnaCapture
import PinnaCaptureFoundation
import Testing

@Suite("Errors of a capture session") struct CaptureErrorTests {
  @Test("a board that is not there, or whose file is wrong, is refused with words")
  func boards() throws {
    let rig = try CaptureRig()
    for board: CaptureBoard in ["no-such-board", .named("/no/such.toml")] {
      do throws(CaptureError) {
        _ = try CaptureSession(board: board)
        Issue.record("there is such a board")
      } catch {
        guard case .unknownBoard(let words) = error else { throw error }
        #expect(words.contains("no"))
      }
    }
    try rig.folder.write(Array("schema = 1\n".utf8), to: "wrong.toml")
    do throws(CaptureError) {
      _ = try CaptureSession(board: .named(rig.folder.file("wrong.toml")))
      Issue.record("the file is right")
    } catch {
      guard case .invalidFile(let words) = error else { throw error }
      #expect(words.contains("wrong.toml"))
    }
  }

  @Test("programs with Foundation get the sentence of an error")
  func localized() {
    let error: any LocalizedError = CaptureError.noTake
    #expect(error.errorDescription == "no take is in progress")
  }

  @Test("a device that is not there is told at activation, and the session can still be asked")
  func absent() async throws {
    let rig = try CaptureRig()
    let session = try CaptureSession(
      board: .named(rig.folder.file("test.toml")),
      configuration: CaptureConfiguration(isRealtime: false))
    for _ in 0..<2 {
      do throws(CaptureError) {
        try await session.activate()
        Issue.record("the device is there")
      } catch {
        guard case .deviceAbsent(let words) = error else { throw error }
        #expect(words.contains("hw:CARD=test,DEV=0"))
      }
    }
    #expect(try await session.status.activity == .inactive)
    #expect(session.inputDataSources.map(\.name) == ["Back", "Front"])
    #expect(session.inputDataSources[0].orientation == .back)
    #expect(session.inputDataSources[0].supportedPolarPatterns == [.stereo, .omni, .cardioid])
    await session.close()
  }

  @Test("a device that another program has is told as busy")
  func busy() async throws {
    let rig = try CaptureRig()
    let scenario = """
      board = "test"
      duration = 10.0
      [hardware.capture]
      opening = "busy"
      holder = "arecord (812)"
      """
    try rig.folder.write(Array(scenario.utf8), to: "busy.toml")
    let session = try CaptureSession(
      board: .simulated(
        rig.folder.file("test.toml"),
        SimulatedScene(file: rig.folder.file("busy.toml"), isManual: true)),
      configuration: CaptureConfiguration())
    do throws(CaptureError) {
      try await session.activate()
      Issue.record("the device is free")
    } catch {
      guard case .deviceBusy(let words) = error else { throw error }
      #expect(words.contains("arecord (812)"))
    }
  }

  @Test("what cannot be had is refused, and nothing has changed")
  func unavailable() async throws {
    let rig = try CaptureRig()
    let session = rig.session
    let before = try await session.route
    await #expect(
      throws: CaptureError.noSuchDataSource("Side", available: ["Back", "Front"])
    ) { try await session.setPreferredDataSource("Side") }
    await #expect(
      throws: CaptureError.unsupportedPolarPattern(
        .midSide, available: [.stereo, .omni, .cardioid])
    ) { try await session.setPreferredPolarPattern(.midSide) }
    for rate in [0, 7999, 192_001, -1] {
      await #expect(throws: CaptureError.self) { try await session.setPreferredSampleRate(rate) }
    }
    for frames in [0, 15, 8193] {
      await #expect(throws: CaptureError.self) {
        try await session.setPreferredIOBufferFrames(frames)
      }
    }
    await #expect(throws: CaptureError.noTake) { try await session.pauseTake() }
    await #expect(throws: CaptureError.noTake) { try await session.mark() }
    await #expect(throws: CaptureError.notActive) { _ = try await session.startTake() }
    for seconds in [0, -1, 3601, Double.nan] {
      await #expect(throws: CaptureError.self) { try await rig.pass(seconds) }
    }
    #expect(try await session.route == before)
  }

  @Test(
    "a sound whose numbers cannot be is refused with words, and does not end the program",
    arguments: [
      (SimulatedSound(.noise, azimuth: .nan), "azimuth of nan degrees"),
      (SimulatedSound(.noise, azimuth: 0, level: .nan), "level of nan dBFS"),
      (SimulatedSound(.noise, azimuth: 0, start: -5), "start of -5.0 s"),
      (SimulatedSound(.noise, azimuth: 0, start: .infinity), "start of inf s"),
      (SimulatedSound(.tone(hertz: .nan), azimuth: 0), "tone of nan Hz"),
      (SimulatedSound(.tone(hertz: 24_000), azimuth: 0), "half of 48000 frames per second"),
    ])
  func sounds(sound: SimulatedSound, words: String) throws {
    do {
      _ = try CaptureRig([sound])
      Issue.record("there is such a sound")
    } catch CaptureError.unavailable(let problem) {
      #expect(problem.contains(words), "\(problem)")
    }
  }

  @Test("a session that makes no takes says so, and one that is closed says so at every call")
  func closed() async throws {
    let rig = try CaptureRig(makesTakes: false)
    let session = rig.session
    try await rig.activate()
    await #expect(throws: CaptureError.noDirectory) { _ = try await session.startTake() }
    await session.close()
    await session.close()
    await #expect(throws: CaptureError.closed) { try await session.activate() }
    await #expect(throws: CaptureError.closed) { _ = try await session.route }
    await #expect(throws: CaptureError.closed) { _ = try await session.stereo() }
    await #expect(throws: CaptureError.closed) { _ = try await session.rawPull() }
    await #expect(throws: CaptureError.closed) { _ = try await session.startTake() }
    await #expect(throws: CaptureError.closed) { try await session.stopTake() }
    #expect(await session.changes().reduce(0) { count, _ in count + 1 } == 0)
  }

  @Test("a cache that cannot be written to is told, and the session works all the same")
  func cache() async throws {
    let rig = try CaptureRig()
    let session = try CaptureSession(
      board: .simulated(rig.folder.file("test.toml")),
      configuration: CaptureConfiguration(cacheDirectory: rig.folder.file("test.toml") + "/cache"))
    let changes = session.changes()
    try await session.setPreferredPolarPattern(.omni)
    try await session.activate()
    let told = await changes.first { change in
      if case .notice(let words) = change.event { words.contains("not writable") } else { false }
    }
    #expect(told != nil)
    #expect(try await session.status.activity == .active)
    await session.close()
  }

  @Test("a folder of takes that cannot be made is told before anything is opened")
  func folder() throws {
    let rig = try CaptureRig()
    do throws(CaptureError) {
      _ = try CaptureSession(
        board: .simulated(rig.folder.file("test.toml")),
        configuration: CaptureConfiguration(
          takes: TakeSettings(directory: rig.folder.file("test.toml") + "/takes")))
      Issue.record("a folder in a file")
    } catch {
      guard case .storage(let words) = error else { throw error }
      #expect(words.contains("the folder cannot be created"))
    }
  }
}

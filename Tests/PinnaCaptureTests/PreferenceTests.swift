import PinnaCapture
import Recorder
import Testing

@Suite("Preferred and actual") struct PreferenceTests {
  @Test("what a configuration leaves out is as in the settings of a recorder")
  func defaults() {
    let (takes, form) = (TakeSettings(directory: "x"), TakeForm())
    #expect(takes.format.rawValue == form.kind.rawValue && takes.keepsRaw == form.keepsRaw)
    #expect(takes.preRollSeconds == form.preRollSeconds)
    let (configuration, stereo) = (CaptureConfiguration(), Settings.Stereo())
    #expect(configuration.frontEmphasis == stereo.frontEmphasis)
    #expect(configuration.width == stereo.width)
  }

  @Test("rate, I/O buffer and gain are asked for and read back, also while it captures")
  func values() async throws {
    let rig = try CaptureRig(makesTakes: false)
    let session = rig.session
    try await session.setPreferredSampleRate(32_000)
    try await rig.activate()
    try await session.setPreferredIOBufferFrames(128)
    // The card of a simulated board has steps of half a decibel.
    try await session.setPreferredInputGain(10.2)
    let route = try await session.route
    for choice in [route.preferred, route.actual] {
      #expect(choice.sampleRate == 32_000 && choice.ioBufferFrames == 128)
      #expect(choice.inputChannels == 4)
    }
    #expect(route.preferred.inputGain == 10.2 && route.actual.inputGain == 10)
    #expect(try await session.status.activity == .active)
    let buffers = try await session.raw()
    try await rig.pass(0.1)
    await session.close()
    let heard = await buffers.reduce(into: [SoundBuffer]()) { $0.append($1) }
    #expect(heard.allSatisfy { $0.sampleRate == 32_000 })
    #expect(heard.reduce(0) { $0 + $1.frames } == 3200)
  }

  @Test("choices outlive a new activation, and a gain out of reach changes nothing")
  func kept() async throws {
    let rig = try CaptureRig(makesTakes: false)
    let session = rig.session
    try await session.setPreferredDataSource("front")
    try await session.setPreferredPolarPattern(.cardioid)
    try await rig.activate()
    // The simulated card reaches 36 dB, and no card may be asked for more than 60.
    for decibels in [50, 90, 1e18, -.infinity, .nan] {
      await #expect(throws: CaptureError.self) {
        try await session.setPreferredInputGain(decibels)
      }
    }
    #expect(try await session.status.activity == .active)
    try await session.deactivate()
    #expect(try await session.status.activity == .inactive)
    try await rig.activate()
    let route = try await session.route
    #expect(route.preferred.dataSource == "Front" && route.actual.polarPattern == .cardioid)
    #expect(route.preferred.inputGain == nil)
  }

  @Test("orders of many tasks at once are all done, one after the other")
  func concurrency() async throws {
    let rig = try CaptureRig()
    let session = rig.session
    try await rig.activate()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          do throws(CaptureError) {
            switch number % 4 {
            case 0: try await session.setPreferredDataSource(number % 8 == 0 ? "Front" : "Back")
            case 1: _ = try await session.status
            case 2: try await session.simulation?.advance(seconds: 0.01)
            default: _ = try await session.stereo()
            }
          } catch {
            Issue.record(error)
          }
        }
      }
    }
    _ = try await session.startTake()
    try await rig.pass(0.5)
    #expect(try await session.stopTake().frames > 23_000)
  }
}

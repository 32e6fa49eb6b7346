import Boards
import Recorder
import Testing

@Suite("What the lights tell of a session")
struct SessionLightsTests {
  @Test("starting until it is armed, then each state of a take")
  func states() throws {
    let recorder = try HeldRecorder()
    #expect(recorder.session.lightState == LightState(.starting))
    try recorder.arm()
    recorder.wait(0.1)
    #expect(recorder.session.lightState == LightState(.armed))
    try recorder.session.startTake(recorder.now)
    #expect(recorder.session.lightState == LightState(.takeStarting))
    recorder.wait(1)
    recorder.wait { $0.progress?.isConfirmed == true }
    #expect(recorder.session.lightState == LightState(.recording))
    recorder.press(.source, for: 1.6)
    #expect(recorder.session.lightState == LightState(.paused))
    recorder.press(.record)
    #expect(recorder.session.lightState == LightState(.armed))
  }

  @Test("a device that is gone is an error")
  func unplugged() throws {
    let recorder = try HeldRecorder(frames: 48000)
    try recorder.arm()
    recorder.wait(2)
    recorder.wait { !$0.isCapturing }
    #expect(recorder.session.lightState == LightState(.error))
  }

  @Test("less than ten minutes of storage is a warning")
  func storageLow() throws {
    let recorder = try HeldRecorder()
    let rate = recorder.session.storageRate
    let bytes = rate.reserveBytes + 599 * rate.bytesPerSecond
    recorder.storage.free.withLock { $0 = bytes }
    try recorder.arm()
    recorder.wait(0.1)
    while recorder.session.storageStatus == nil {
      recorder.wait(0.05)
    }
    recorder.wait(0.05)
    #expect(recorder.session.lightState == LightState(.armed, isWarning: true))
  }

  @Test("a silent sensor is a warning until it answers again")
  func sensorSilent() throws {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait(0.1)
    recorder.hands.hold(nil)
    recorder.wait(3)
    #expect(recorder.session.lightState == LightState(.armed, isWarning: true))
    recorder.hands.hold(InputOrientation.portrait.up)
    recorder.wait(0.1)
    #expect(recorder.session.lightState == LightState(.armed))
  }

  @Test("refused and locked presses are told by the lights, other events are not")
  func events() {
    #expect(LightEvent(.refused(.notRecording)) == .refused)
    #expect(LightEvent(.pressWhileLocked) == .locked)
    #expect(LightEvent(.locked(true)) == nil)
    #expect(LightEvent(.sensor(isSilent: true)) == nil)
  }
}

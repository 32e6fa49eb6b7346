import Recorder
import Testing

@Suite("What the system could not do before the recorder was started")
struct NoticeTests {
  private func notices(_ recorder: HeldRecorder) -> [String] {
    recorder.events.compactMap { if case .notice(let words) = $0 { words } else { nil } }
  }

  @Test("is told once, and is an error on the lights until a button is pressed")
  func told() throws {
    let recorder = try HeldRecorder(notice: "pinna.toml: no such board\nmore\n")
    try recorder.arm()
    recorder.wait(2)
    #expect(notices(recorder) == ["pinna.toml: no such board"])
    #expect(recorder.session.lightState == LightState(.error))
    recorder.press(.source)
    #expect(recorder.session.lightState == LightState(.armed))
    recorder.wait(2)
    #expect(notices(recorder).count == 1)
  }

  @Test("does not keep a press of record from starting a take")
  func take() throws {
    let recorder = try HeldRecorder(notice: "wifi.txt: no country\n")
    try recorder.arm()
    recorder.wait(1)
    recorder.press(.record)
    recorder.wait(1)
    #expect(
      [LightState(.takeStarting), LightState(.recording)].contains(recorder.session.lightState))
  }

  @Test("is nothing where no file is, or an empty one", arguments: [nil, "", "\n"])
  func nothing(notice: String?) throws {
    let recorder = try HeldRecorder(notice: notice)
    try recorder.arm()
    recorder.wait(1)
    #expect(notices(recorder) == [])
    #expect(recorder.session.lightState == LightState(.armed))
  }
}

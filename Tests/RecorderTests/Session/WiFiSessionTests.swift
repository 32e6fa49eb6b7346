import Recorder
import Testing

@Suite("Asking for a Wi-Fi of the recorder's own with the source button")
struct WiFiSessionTests {
  private func recorder(wifi: Bool = true) throws -> HeldRecorder {
    let recorder = try HeldRecorder(wifi: wifi)
    try recorder.arm()
    recorder.wait(1)
    return recorder
  }

  @Test("a hold of ten seconds asks; the lights blink slowly until it is done")
  func asks() throws {
    let recorder = try recorder()
    recorder.press(.source, for: 9.8)
    #expect(recorder.request == nil && recorder.wifiNews.isEmpty)
    #expect(recorder.refusals == [.copyNotConfigured])
    recorder.press(.source, for: 10.2)
    #expect(recorder.request != nil)
    #expect(recorder.session.lightState == LightState(.armed, isCopying: true))
    #expect(!recorder.session.isCopying)
    try recorder.say("opening")
    recorder.wait(1)
    try recorder.say("done the Wi-Fi 'pinna' is open")
    recorder.wait(1)
    #expect(recorder.wifiNews == [.asked, .started, .finished("the Wi-Fi 'pinna' is open")])
    #expect(recorder.session.lightState == LightState(.armed))
  }

  @Test("one that fails says why, and the lights show it until a button is pressed")
  func fails() throws {
    let recorder = try recorder()
    recorder.press(.source, for: 10.2)
    recorder.press(.source, for: 10.2)
    #expect(recorder.refusals == [.wifiRuns])
    try recorder.say("failed there is no Wi-Fi card")
    recorder.wait(1)
    #expect(recorder.wifiNews == [.asked, .failed("there is no Wi-Fi card")])
    #expect(LightEvent(.wifi(.failed("x"))) == .refused)
    #expect(recorder.session.lightState == LightState(.error))
    recorder.press(.source)
    #expect(recorder.session.lightState == LightState(.armed))
    recorder.press(.source, for: 10.2)
    recorder.wait(16)
    #expect(
      recorder.wifiNews.last
        == .failed(
          "no answer to the request: is pinna-wifi.path running? see systemctl status pinna-wifi"))
  }

  @Test("in a take a hold does what it does without: it is refused after 3 s, and nothing changes")
  func inTake() throws {
    let recorder = try recorder()
    try recorder.session.startTake(recorder.now)
    recorder.wait(0.5)
    recorder.press(.source, for: 3.2)
    #expect(recorder.refusals == [.copyDuringTake])
    recorder.press(.source, for: 12)
    #expect(recorder.refusals == [.copyDuringTake, .copyDuringTake])
    #expect(recorder.session.progress != nil && recorder.request == nil)
    recorder.press(.record)
    recorder.wait { $0.isSettled }
    #expect(recorder.takes.count == 1)
  }

  @Test("a take that begins under the finger is left alone")
  func takeBegins() throws {
    let recorder = try recorder()
    recorder.move(.source, isPressed: true)
    recorder.wait(5)
    try recorder.session.startTake(recorder.now)
    recorder.wait(6)
    recorder.move(.source, isPressed: false)
    recorder.wait(0.1)
    #expect(recorder.refusals == [.wifiDuringTake])
    #expect(recorder.session.progress != nil && recorder.request == nil)
  }

  @Test("without the setting a hold of ten seconds is one of three")
  func without() throws {
    let recorder = try recorder(wifi: false)
    recorder.press(.source, for: 12)
    #expect(recorder.request == nil && recorder.refusals == [.copyNotConfigured])
    #expect(try !Settings.load(text: "", name: "pinna.toml").hasWiFiHold)
    let settings = try Settings.load(text: "[control]\nwifi-hold = true", name: "pinna.toml")
    #expect(settings.hasWiFiHold)
  }

  @Test("a request that cannot be written is refused with its path")
  func unwritable() throws {
    let recorder = try recorder()
    recorder.blockRequests()
    recorder.press(.source, for: 10.2)
    guard case .wifiRequest(let path, _) = try #require(recorder.refusals.first) else {
      Issue.record("refused with \(recorder.refusals)")
      return
    }
    #expect(path == recorder.mailbox.request)
  }
}

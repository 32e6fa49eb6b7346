import Essentials
import Glibc
import Recorder
import TestSupport
import Testing

@Suite("Asking for a copy of the takes with the source button")
struct CopySessionTests {
  private func recorder(copies: Bool = true) throws -> HeldRecorder {
    let recorder = try HeldRecorder(copies: copies)
    try recorder.arm()
    recorder.wait(1)
    return recorder
  }

  private static let unanswered =
    "no answer to the request: is pinna-copy.path running? see systemctl status pinna-copy"

  @Test("a hold of three seconds asks, and everything that is answered becomes an event")
  func asks() throws {
    let recorder = try recorder()
    recorder.press(.source, for: 2.8)
    #expect(recorder.copyNews.isEmpty && recorder.request == nil)
    recorder.press(.source, for: 3.2)
    #expect(recorder.copyNews == [.asked])
    let first = try #require(recorder.request.flatMap { Int($0.dropLast()) })
    try recorder.say("waiting for a USB stick")
    recorder.wait(20)
    try recorder.say("copying 1 of 12")
    recorder.wait(1)
    try recorder.say("copying 2 of 12")
    recorder.wait(1)
    #expect(recorder.session.isCopying)
    try recorder.say("done 12 copied, 3 already on the medium")
    recorder.wait(0.6)
    #expect(
      recorder.copyNews == [.asked, .started, .finished("12 copied, 3 already on the medium")])
    #expect(!recorder.session.isCopying)
    recorder.press(.source, for: 3.2)
    let second = try #require(recorder.request.flatMap { Int($0.dropLast()) })
    #expect(second > first)
  }

  @Test("the status of an earlier copy is no answer; without an answer, it is said after 15 s")
  func unansweredCopy() throws {
    let recorder = try recorder()
    try recorder.say("done 5 copied, 0 already on the medium")
    recorder.press(.source, for: 3.2)
    recorder.wait(14)
    #expect(recorder.copyNews == [.asked])
    recorder.wait(2)
    #expect(recorder.copyNews == [.asked, .failed(Self.unanswered)])
    #expect(!recorder.session.isCopying)
    // The same words anew are another answer.
    recorder.press(.source, for: 3.2)
    try recorder.say("done 5 copied, 0 already on the medium")
    recorder.wait(1)
    #expect(recorder.copyNews.last == .finished("5 copied, 0 already on the medium"))
  }

  @Test("a copy that fails says why, and the lights show an error until a button is pressed")
  func fails() throws {
    let recorder = try recorder()
    recorder.press(.source, for: 3.2)
    try recorder.say("failed there is no USB stick")
    recorder.wait(0.6)
    #expect(recorder.copyNews == [.asked, .failed("there is no USB stick")])
    #expect(LightEvent(.copy(.failed("x"))) == .refused)
    #expect(LightEvent(.copy(.finished("x"))) == nil)
    recorder.wait(60)
    #expect(recorder.session.lightState == LightState(.error))
    recorder.press(.source)
    #expect(recorder.session.lightState == LightState(.armed))
  }

  @Test("while takes are copied the lights say so, and a take can be made, which they show as ever")
  func lights() throws {
    let recorder = try recorder()
    recorder.press(.source, for: 3.2)
    #expect(recorder.session.lightState == LightState(.armed, isCopying: true))
    try recorder.say("copying 1 of 2")
    recorder.wait(1)
    #expect(recorder.session.lightState == LightState(.armed, isCopying: true))
    recorder.press(.record)
    #expect(recorder.session.lightState == LightState(.takeStarting, isCopying: true))
    recorder.wait(1)
    recorder.wait { $0.progress?.isConfirmed == true }
    #expect(recorder.session.lightState == LightState(.recording, isCopying: true))
    recorder.press(.record)
    recorder.wait { $0.isSettled }
    #expect(recorder.takes.count == 1)
    #expect(recorder.session.lightState == LightState(.armed, isCopying: true))
    try recorder.say("done 2 copied, 0 already on the medium")
    recorder.wait(0.6)
    #expect(recorder.session.lightState == LightState(.armed))
  }

  @Test("a recorder that is started again takes up the copy that runs, and none that has ended")
  func takenUp() throws {
    let recorder = try HeldRecorder(copies: true, status: "copying 3 of 9")
    try recorder.arm()
    recorder.wait(30)
    #expect(recorder.session.isCopying)
    try recorder.say("done 9 copied, 0 already on the medium")
    recorder.wait(1)
    #expect(recorder.copyNews == [.finished("9 copied, 0 already on the medium")])
    for ended in ["done 1 copied, 0 already on the medium", "failed there is no USB stick"] {
      #expect(try !HeldRecorder(copies: true, status: ended).session.isCopying)
    }
  }

  @Test("refused in words: with no other medium, in a take, while one is made, when power fails")
  func refusals() throws {
    let plain = try recorder(copies: false)
    plain.press(.source, for: 3.2)
    #expect(plain.refusals == [.copyNotConfigured])
    #expect(
      "\(SessionRefusal.copyNotConfigured)"
        == "no other medium is configured: set [copy] enabled = true in pinna.toml")
    #expect(LightEvent(.refused(.copyNotConfigured)) == .refused)
    let recorder = try recorder()
    try recorder.session.startTake(recorder.now)
    recorder.wait(0.5)
    recorder.press(.source, for: 3.2)
    #expect(recorder.refusals == [.copyDuringTake])
    #expect(recorder.session.progress != nil && recorder.request == nil)
    recorder.press(.record)
    recorder.press(.source, for: 3.2)
    recorder.press(.source, for: 3.2)
    #expect(recorder.refusals == [.copyDuringTake, .copyRuns])
    #expect(LightEvent(.refused(.copyRuns)) == nil)
    try recorder.say("done 1 copied, 0 already on the medium")
    recorder.wait(1)
    recorder.setPower(isFailing: true)
    recorder.press(.source, for: 3.2)
    #expect(recorder.refusals.last == .fault(.powerFailing))
  }

  @Test("a text that cannot replace what is at its path leaves nothing behind")
  func leftovers() throws {
    let folder = try TemporaryDirectory()
    mkdir(folder.file("request"), 0o755)
    #expect(WholeFile.replace(folder.file("request"), with: "1\n") == EISDIR)
    #expect(folderNames(folder.path) == ["request"])
    #expect(WholeFile.replace(folder.file("other"), with: "1\n") == 0)
    #expect(folderNames(folder.path) == ["other", "request"])
  }

  @Test("a request that cannot be written is refused with its path")
  func unwritable() throws {
    let recorder = try recorder()
    recorder.blockRequests()
    recorder.press(.source, for: 3.2)
    guard case .copyRequest(let path, _) = try #require(recorder.refusals.first) else {
      Issue.record("refused with \(recorder.refusals)")
      return
    }
    #expect(path == recorder.mailbox.request)
    #expect(!recorder.session.isCopying)
  }

  @Test("settings ask for it, with the places of the package by default")
  func settings() throws {
    #expect(try Settings.load(text: "", name: "pinna.toml").copy == Settings.Copy())
    let settings = try Settings.load(
      text: "[copy]\nenabled = true\nstatus = \"/tmp/status\"", name: "pinna.toml")
    #expect(settings.copy.enabled)
    #expect(settings.copy.request == "/run/pinna/copy-request")
    #expect(settings.copy.status == "/tmp/status")
  }
}

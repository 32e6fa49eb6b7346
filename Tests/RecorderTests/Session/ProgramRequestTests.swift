import Boards
import Recorder
import TakeFiles
import Testing

@Suite("What programs ask of a recorder")
struct ProgramRequestTests {
  @Test("a pause that is asked for twice is one, and so is its end")
  func pause() throws {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait(0.3)
    #expect(throws: SessionRefusal.notRecording) { try recorder.session.setPaused(true) }
    try recorder.session.startTake(recorder.now)
    recorder.wait(0.3)
    try recorder.session.setPaused(true)
    try recorder.session.setPaused(true)
    recorder.wait(0.3)
    try recorder.session.setPaused(false)
    try recorder.session.setPaused(false)
    recorder.wait(0.3)
    let changes = recorder.events.compactMap {
      if case .takePaused(let isPaused) = $0 { isPaused } else { nil as Bool? }
    }
    #expect(changes == [true, false])
  }

  @Test("sound that is discarded is in no take: the next has no pre-roll, and the one after it has")
  func discarded() throws {
    let recorder = try HeldRecorder(preRollSeconds: 0.2)
    try recorder.arm()
    recorder.wait(1.5)
    for _ in 0..<2 {
      if recorder.takes.isEmpty {
        #expect(recorder.session.snapshot(recorder.now).preRollSeconds == 0.2)
        recorder.session.discardHistory()
        #expect(recorder.session.snapshot(recorder.now).preRollSeconds == 0)
      }
      let place = recorder.session.capturedFrames
      try recorder.session.startTake(recorder.now)
      recorder.wait(0.5)
      try recorder.session.stopTake()
      let count = recorder.takes.count
      recorder.wait { _ in recorder.takes.count > count }
      #expect(recorder.takes.last.map { $0.timelineStart + $0.preRollFrames == place } == true)
    }
    #expect(recorder.takes.first?.preRollFrames == 0)
    #expect((recorder.takes.last?.preRollFrames ?? 0) > 0)
  }

  @Test("sound that was discarded before the device was opened again shortens no later pre-roll")
  func discardedEarlier() throws {
    let recorder = try HeldRecorder(preRollSeconds: 0.2)
    try recorder.arm()
    recorder.wait(1.5)
    recorder.session.discardHistory()
    try recorder.session.lendDevice(to: "check", recorder.now)
    recorder.session.reopenDevice(recorder.now)
    // The device gives the frames from the beginning again, so the discarded place is soon passed once more.
    recorder.wait(0.1)
    #expect(recorder.session.snapshot(recorder.now).preRollSeconds == 0.2)
  }

  @Test("a low cut that is changed while armed is that of the next take, and stays in a take")
  func lowCut() throws {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait(0.3)
    try recorder.session.adjust(lowCut: 120, inputGain: nil)
    #expect(recorder.session.snapshot(recorder.now).form.lowCutHertz == 120)
    try recorder.session.startTake(recorder.now)
    recorder.wait(0.3)
    #expect(throws: SessionRefusal.duringTake(setting: "the sound of takes")) {
      try recorder.session.adjust(lowCut: .some(nil), inputGain: nil)
    }
    try recorder.session.stopTake()
    recorder.wait { _ in !recorder.takes.isEmpty }
    #expect(recorder.takes[0].plan.form.lowCutHertz == 120)
    try recorder.session.adjust(lowCut: .some(nil), inputGain: nil)
    #expect(recorder.session.snapshot(recorder.now).form.lowCutHertz == nil)
    // The board has no control for a gain.
    for (lowCut, gain) in [(5000.0, nil), (nil, 6.0), (80, 6)] as [(Double?, Double?)] {
      #expect(throws: SessionRefusal.self) {
        try recorder.session.adjust(lowCut: lowCut.map { .some($0) }, inputGain: gain)
      }
    }
    #expect(recorder.session.snapshot(recorder.now).form.lowCutHertz == nil)
  }

  @Test("a marker has the text that a program gives it, and others are numbered on")
  func marker() throws {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait(0.3)
    try recorder.session.startTake(recorder.now)
    recorder.wait(0.3)
    try recorder.session.mark("owl")
    recorder.wait(0.2)
    try recorder.session.mark()
    recorder.wait(0.3)
    try recorder.session.stopTake()
    recorder.wait { _ in !recorder.takes.isEmpty }
    #expect(recorder.takes[0].markers.map(\.label) == ["owl", "marker 2"])
  }

  @Test("a long text of a marker is cut, and leaves room for the markers after it")
  func longMarker() throws {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait(0.3)
    try recorder.session.startTake(recorder.now)
    recorder.wait(0.3)
    let accents = "e" + String(repeating: "\u{301}", count: 20_000)
    for text in [String(repeating: "L", count: 20_000), accents, "last"] {
      try recorder.session.mark(text)
      recorder.wait(0.1)
    }
    try recorder.session.stopTake()
    recorder.wait { _ in !recorder.takes.isEmpty }
    let labels = recorder.takes[0].markers.map(\.label)
    #expect(labels.map(\.count) == [120, 1, 4] && labels.last == "last")
    #expect(labels.allSatisfy { $0.unicodeScalars.count <= 480 })
  }

  @Test("a device that is lent captures nothing until it comes back, and is armed then")
  func lent() throws {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait(0.3)
    try recorder.session.lendDevice(to: "check", recorder.now)
    recorder.wait(2.5)
    #expect(recorder.session.state == .lent(to: "check"))
    #expect(!recorder.session.isCapturing)
    recorder.press(.record)
    #expect(recorder.refusals == [.deviceLent(to: "check")])
    #expect(throws: SessionRefusal.deviceLent(to: "check")) {
      try recorder.session.startTake(recorder.now)
    }
    #expect(throws: SessionRefusal.deviceLent(to: "check")) {
      try recorder.session.lendDevice(to: "record", recorder.now)
    }
    recorder.session.reopenDevice(recorder.now)
    recorder.wait(0.1)
    #expect(recorder.session.state == .armed)
    try recorder.session.startTake(recorder.now)
  }

  @Test("a device is not lent in a take")
  func inTake() throws {
    let recorder = try HeldRecorder()
    try recorder.arm()
    recorder.wait(0.3)
    try recorder.session.startTake(recorder.now)
    recorder.wait(0.3)
    #expect(throws: SessionRefusal.deviceInTake) {
      try recorder.session.lendDevice(to: "check", recorder.now)
    }
    #expect(recorder.session.isCapturing)
  }
}

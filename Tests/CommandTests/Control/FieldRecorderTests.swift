import Face
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

/// A recorder that is left alone, as other programs see it.
@Suite(
  "A running recorder that is left alone",
  .enabled(if: LiveProgram.hasDevice, "needs a C compiler (cc) and the built pinna program"))
struct FieldRecorderTests {
  private struct Beat: Decodable {
    var time: Double
    var state: String
    var frames: Int
    var takeCount: Int
    var lastTake: Double?
    var freeBytes: Int?
  }

  private func beat(_ recorder: RunningRecorder) throws -> Beat {
    try JSONDecoder().decode(Beat.self, from: Data(recorder.folder.read("heartbeat")))
  }

  private func news(_ recorder: RunningRecorder) throws -> String {
    String(decoding: try recorder.folder.read("finished"), as: UTF8.self)
  }

  @Test(
    "its heartbeat follows its state; its start and each take are told to the units that wait for it"
  )
  func heartbeat() throws {
    let recorder = try RunningRecorder(
      more: """
        [after]
        run = "true"
        signal = "FOLDER/finished"
        [heartbeat]
        file = "FOLDER/heartbeat"
        every = "1 s"

        """)
    let client = try recorder.client()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    try client.start()
    _ = try recorder.state { $0.state == .recording && $0.take?.seconds ?? 0 > 1.2 }
    let during = try beat(recorder)
    #expect(during.state == "recording" && during.takeCount == 0 && during.lastTake == nil)
    #expect(during.frames > 0 && during.freeBytes ?? 0 > 0)
    #expect(try news(recorder) == "0\n")
    try client.stop()
    _ = try recorder.state { $0.state == .armed && $0.take == nil && $0.stateSeconds > 0.3 }
    let after = try beat(recorder)
    #expect(after.state == "armed" && after.frames > during.frames)
    #expect(try news(recorder) == "1\n")
    // The end of the recorder also ends a take.
    try client.start()
    _ = try recorder.state { $0.state == .recording && $0.take?.isConfirmed == true }
    #expect(recorder.end() == 0)
    let last = try beat(recorder)
    #expect(last.state != "recording" && last.takeCount == 2 && last.lastTake != nil)
    #expect(try news(recorder) == "2\n")
  }

  @Test("its status says what starts the next take")
  func awaited() throws {
    let recorder = try RunningRecorder(
      more: """
        [trigger]
        level = 0.0
        [[schedule]]
        at = "00:00"
        duration = "1 s"

        """)
    let armed = try recorder.state { $0.state == .armed && !$0.details.isEmpty }
    #expect(armed?.details.hasPrefix("a take begins at 0 dBFS; next take ") == true)
    #expect(armed?.details.hasSuffix(" 00:00:00") == true)
    #expect(recorder.end() == 0)
  }

  @Test("a scheduled take that was ended by hand is not the next take of the status")
  func endedByHand() throws {
    var (start, local) = (time(nil) - 60, tm())
    localtime_r(&start, &local)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%d %H:%M", &local)
    let at = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let recorder = try RunningRecorder(
      more: """
        [clock]
        trust = ["kept", "unknown"]
        [[schedule]]
        at = "\(at)"
        duration = "1 h"

        """)
    _ = try recorder.state { $0.state == .recording && $0.take?.isConfirmed == true }
    try recorder.client().stop(waits: true)
    let armed = try recorder.state { $0.state == .armed && $0.take == nil }
    #expect(armed?.details == "")
    #expect(recorder.end() == 0)
  }
}

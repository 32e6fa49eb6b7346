import TestSupport
import Testing

@testable import CommandSupport

/// The program `varlinkctl` of systemd 257 and later, which Debian 13 has: it shares nothing with ours.
@Suite(
  "systemd's varlinkctl and a running recorder",
  .enabled(
    if: LiveProgram.hasDevice && ChildProcess.has("varlinkctl"),
    "needs varlinkctl (systemd 257), a C compiler (cc) and the built pinna program"))
struct VarlinkctlTests {
  private static let interface = "org.pinna.Recorder"

  private func varlinkctl(_ words: [String]) throws -> ChildProcess.Outcome {
    try #require(ChildProcess.run(["varlinkctl"] + words))
  }

  @Test("it learns who answers, and understands the whole description")
  func description() throws {
    let recorder = try RunningRecorder()
    let info = try varlinkctl(["info", recorder.path])
    #expect(info.status == 0 && info.output.contains(Self.interface), "\(info.output)")
    let interface = try varlinkctl(["introspect", recorder.path, Self.interface])
    #expect(interface.status == 0, "\(interface.output)")
    for word in ["method Hold", "type Status", "error Refused", "?float"] {
      #expect(interface.output.contains(word), "\(interface.output)")
    }
    let service = try varlinkctl(["introspect", recorder.path, "org.varlink.service"])
    #expect(service.status == 0 && service.output.contains("GetInterfaceDescription"))
  }

  @Test("it calls methods, and tells errors by their names")
  func calls() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    func call(_ method: String, _ parameters: String = "{}") throws -> ChildProcess.Outcome {
      try varlinkctl(["call", recorder.path, "\(Self.interface).\(method)", parameters])
    }
    let status = try call("GetStatus")
    #expect(status.status == 0 && status.output.contains("boardName"), "\(status.output)")
    #expect(try call("Start").status == 0)
    #expect(try call("Mark", #"{"text":"owl"}"#).status == 0)
    #expect(try call("Stop").status == 0)
    _ = try recorder.state { $0.state == .armed }
    let takes = try call("ListTakes", #"{"limit":1}"#)
    #expect(takes.status == 0 && takes.output.contains("hasMore"), "\(takes.output)")
    let refused = try call("Stop")
    #expect(refused.status != 0 && refused.output.contains("Refused"), "\(refused.output)")
    let more = try varlinkctl(["call", recorder.path, "\(Self.interface).Watch", "{}"])
    #expect(more.status != 0 && more.output.contains("ExpectedMore"), "\(more.output)")
  }
}

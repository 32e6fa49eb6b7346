import Face
import Glibc
import TestSupport
import Testing
import Varlink

@testable import CommandSupport
@testable import pinna

/// A recorder that runs, its clock, and clients that want no replies.
@Suite(
  "A running recorder, its clock and hasty clients",
  .enabled(if: LiveProgram.hasDevice, "needs a C compiler (cc) and the built pinna program"))
struct RunningClockTests {
  /// A file of a time zone that is so many seconds ahead of UTC.
  ///
  /// - Source: RFC 8536, section 3.
  private static func zone(_ offset: Int32) -> [UInt8] {
    var bytes = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
    for count in [0, 0, 0, 0, 1, 4] { bytes += [0, 0, 0, UInt8(count)] }
    withUnsafeBytes(of: offset.bigEndian) { bytes += $0 }
    return bytes + [0, 0] + Array("ABC\0".utf8)
  }

  private static let canMount =
    geteuid() == 0
    && ChildProcess.run(["unshare", "-m", "mount", "--bind", "/etc/hosts", "/etc/hosts"])?.status
      == 0

  @Test(
    "another time zone of the system counts from the next second on",
    .enabled(if: canMount, "needs root and mount namespaces"))
  func zone() throws {
    let recorder = try RunningRecorder()
    #expect(recorder.end() == 0)
    try recorder.folder.write(Self.zone(-18_000), to: "zone")
    let path = recorder.folder.file("zone")
    try recorder.restart(starter: [
      "unshare", "-m", "sh", "-c",
      "touch -d 2020-01-01 \(path) && mount --bind \(path) /etc/localtime && exec \"$@\"", "sh",
    ])
    #expect(try recorder.state { $0.state == .armed }?.utcOffsetSeconds == -18_000)
    // Into the file that is mounted there.
    try recorder.folder.write(Self.zone(20_700), to: "other")
    #expect(ChildProcess.run(["cp", recorder.folder.file("other"), path])?.status == 0)
    #expect(try recorder.state { $0.utcOffsetSeconds == 20_700 } != nil)
    #expect(recorder.end() == 0)
  }

  @Test("a device that was lent without a reply is back when its client is gone")
  func oneway() throws {
    let recorder = try RunningRecorder()
    _ = try recorder.state { $0.state == .armed && $0.work == nil }
    var client: RawCalls? = try RawCalls(recorder.path)
    client?.send(
      #"{"method":"org.pinna.Recorder.Hold","parameters":{"by":"x"},"more":true,"oneway":true}"#)
    client?.send(#"{"method":"org.pinna.Recorder.Mark"}"#)
    #expect(client?.receive().contains("notRecording") == true)
    #expect(try recorder.client().status().state == .lent)
    client = nil
    _ = try recorder.state { $0.state == .armed }
    // Each call gets its own reply, whatever came before it.
    let hasty = try RawCalls(recorder.path)
    hasty.send(#"{"method":"org.pinna.Recorder.Stop","oneway":true}"#)
    hasty.send(#"{"method":"org.pinna.Recorder.ListTakes"}"#)
    hasty.send(#"{"method":"org.pinna.Recorder.GetStatus"}"#)
    let (list, status) = (hasty.receive(), hasty.receive())
    #expect(list.contains("\"takes\":[") && status.contains("\"state\":\"armed\""), "\(list)")
    #expect(recorder.end() == 0)
  }
}

/// Calls as text, one after another, and their replies in order.
private final class RawCalls {
  private let descriptor: Int32
  private var rest: [UInt8] = []

  private struct Refused: Error {}

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw Refused() }
    var time = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    let bytes = Array(text.utf8) + [0]
    Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// The next reply; empty when none comes within a minute.
  func receive() -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while !rest.contains(0) {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { return "" }
      rest += bytes[..<count]
    }
    let end = rest.firstIndex(of: 0) ?? rest.endIndex
    defer { rest.removeFirst(end + 1) }
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}

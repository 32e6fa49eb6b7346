import Glibc
import Testing

@testable import Varlink

@Suite("The interface of every service")
struct ServiceTests {
  private struct Told: Decodable { var parameters: [String: String] }
  private struct Failed: Decodable, Equatable {
    var error: String
    var parameters: [String: String]
  }

  private let service = ServiceDescription(
    vendor: "v", product: "p", version: "1", url: "u",
    interfaces: [.init(name: "org.a.B", text: "interface org.a.B\n")])

  private func reply<Reply: Decodable>(_ text: String, _ type: Reply.Type) throws -> Reply? {
    let call = try VarlinkCall(Array(text.utf8))
    guard let reply = service.reply(to: call) else { return nil }
    #expect(reply.bytes.last == 0 && reply.bytes.dropLast().allSatisfy { $0 != 0 })
    return try WireMessage(Array(reply.bytes.dropLast()), levels: 16).decoded(type)
  }

  @Test("a reply of another version of a service is told from bytes that are no reply")
  func otherFields() throws {
    struct Later: Decodable { var number: Int }
    let bench = try ServerBench()
    let client = try VarlinkClient(path: bench.path)
    try client.watch("test.Echo.Echo", ServerBench.Text(text: "x"))
    bench.turn()
    #expect(throws: VarlinkClient.Failure.wire(.otherFields)) {
      let _: Later? = try client.next(within: 10)
    }
  }

  @Test("a client gives up when a service accepts nothing, or reads nothing")
  func hanging() throws {
    let bench = try ServerBench()
    let early = try VarlinkClient(path: bench.path, within: 0.02)
    // The connections that the kernel keeps for the service until it accepts them.
    var waiting: [Int32] = []
    defer { for descriptor in waiting { close(descriptor) } }
    var code: Int32 = 0
    while code == 0, waiting.count < 10_000 {
      waiting.append(try SocketAddress.make(bench.path))
      _ = fcntl(waiting[waiting.count - 1], F_SETFL, O_NONBLOCK)
      code = try SocketAddress(bench.path).use { connect(waiting[waiting.count - 1], $0, $1) }
    }
    #expect(code == EAGAIN)
    #expect(throws: VarlinkClient.Failure.timeout) {
      _ = try VarlinkClient(path: bench.path, within: 0.02)
    }
    let long = ServerBench.Text(text: String(repeating: "x", count: 1 << 22))
    #expect(throws: VarlinkClient.Failure.timeout) { try early.watch("test.Echo.Echo", long) }
  }

  @Test("it tells who made it and which interfaces it has")
  func info() throws {
    struct Info: Decodable {
      struct Facts: Decodable {
        var vendor, product, version, url: String
        var interfaces: [String]
      }
      var parameters: Facts
    }
    let info = try #require(try reply(#"{"method":"org.varlink.service.GetInfo"}"#, Info.self))
    #expect(info.parameters.interfaces == ["org.varlink.service", "org.a.B"])
    #expect(info.parameters.vendor == "v")
  }

  @Test("it gives the description of each, and says which it has not")
  func description() throws {
    let method = "org.varlink.service.GetInterfaceDescription"
    let found = try reply(
      #"{"method":"\#(method)","parameters":{"interface":"org.a.B"}}"#, Told.self)
    #expect(found?.parameters == ["description": "interface org.a.B\n"])
    let other = try reply(#"{"method":"\#(method)","parameters":{"interface":"x.Y"}}"#, Failed.self)
    #expect(other?.error == "org.varlink.service.InterfaceNotFound")
    let none = try reply(#"{"method":"\#(method)"}"#, Failed.self)
    #expect(
      none
        == Failed(
          error: "org.varlink.service.InvalidParameter", parameters: ["parameter": "interface"]))
  }

  @Test("methods of unknown interfaces are refused, and its own are left to their handler")
  func others() throws {
    #expect(
      try reply(#"{"method":"x.y.Z"}"#, Failed.self)
        == Failed(
          error: "org.varlink.service.InterfaceNotFound", parameters: ["interface": "x.y"]))
    #expect(
      try reply(#"{"method":"org.varlink.service.Nope"}"#, Failed.self)?.error
        == "org.varlink.service.MethodNotFound")
    #expect(try reply(#"{"method":"org.a.B.Do"}"#, Failed.self) == nil)
  }
}

import Essentials
import Glibc
import TestSupport
import Testing

@testable import Varlink

@Suite("Random messages on the wire")
struct WireFuzzTests {
  /// Messages of all runs together.
  private static var messages: Int { TestForm.isLong ? 1_000_000 : 8000 }

  @Test(
    "neither end the server nor leave it with more connections than there may be", arguments: 0..<4)
  func messages(seed: UInt64) throws {
    let limits = WireLimits(messageBytes: 4000, connections: 8, idleSeconds: 1)
    let bench = try ServerBench(limits: limits)
    var mutator = MessageMutator(seed: seed)
    var clients: [RawClient] = []
    for number in 0..<(Self.messages / 4) {
      bench.now += 0.01
      if clients.count < 8, mutator.isChance(of: 8) || clients.isEmpty {
        clients.append(try RawClient(bench.path))
      }
      let index = mutator.number(below: clients.count)
      clients[index].send(mutator.message())
      bench.server.turn(bench.now, waiting: 0, bench)
      bench.server.settle(bench.now, bench)
      // Most damage ends a connection: another one takes its place.
      let isOver = mutator.isChance(of: 3) && clients[index].receive() == nil
      if isOver || mutator.isChance(of: 50) { clients.remove(at: index) }
      try #require(bench.server.connectionCount <= 8)
      if number % 500 == 0 { bench.forget() }
    }
    clients = []
    // What they had sent before they went is read first, a piece in every turn.
    for _ in 0..<200 where bench.server.connectionCount > 0 { bench.turn() }
    #expect(bench.server.connectionCount == 0)
    let last = try RawClient(bench.path)
    bench.turn()
    last.send(#"{"method":"org.varlink.service.GetInfo"}"#)
    bench.turn()
    #expect(last.receive()?.contains("test.Echo") == true)
  }
}

@Suite("Random bytes on a connection")
struct WireHarnessTests {
  @Test("mean the same in whatever pieces they come", arguments: 0..<4)
  func pieces(seed: UInt64) {
    var mutator = MessageMutator(seed: 100 + seed)
    for _ in 0..<1500 {
      let bytes = (0..<mutator.number(below: 4)).flatMap { _ in mutator.message() }
      #expect(WireHarness.problem(with: bytes) == nil)
    }
  }

  @Test("a message that is too long ends the connection in whatever pieces it comes")
  func tooLong() {
    for count in [1999, 2000, 2001, 5000] {
      let bytes = [UInt8](repeating: 32, count: count) + Array(#"{"method":"a.B"}"#.utf8) + [0]
      #expect(WireHarness.problem(with: bytes) == nil)
    }
  }
}

/// Calls with random damage.
struct MessageMutator {
  private var random: SeededGenerator

  private static let seeds = [
    #"{"method":"org.varlink.service.GetInfo"}"#,
    #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"test.Echo"}}"#,
    #"{"method":"test.Echo.Echo","parameters":{"text":"\u00e4\ud83d\ude00"},"more":true}"#,
    #"{"method":"test.Echo.Wait","more":true}"#,
    #"{"method":"test.Echo.Echo","oneway":true,"parameters":{"text":"x","n":[1,-2.5e300,null]}}"#,
  ]
  private static let pieces = [
    "{", "}", "[", "]", "\"", "\\", "\\u", "\\ud800", ":", ",", "\0", "null", "true", "1e999",
    "-0", "\u{FEFF}", #""method":"#, #""parameters":"#, "[[[[[[[[[[[[[[[[[[[[",
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  mutating func isChance(of count: Int) -> Bool { number(below: count) == 0 }

  /// A call, mostly damaged, mostly with its end.
  mutating func message() -> [UInt8] {
    var bytes = Array(Self.seeds[number(below: Self.seeds.count)].utf8)
    for _ in 0..<number(below: 4) {
      let place = number(below: bytes.count + 1)
      switch number(below: 5) {
      case 0: bytes = Array(bytes.prefix(place))
      case 1: if place < bytes.count { bytes[place] = UInt8(number(below: 256)) }
      case 2:
        bytes.insert(contentsOf: Self.pieces[number(below: Self.pieces.count)].utf8, at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + number(below: 9)))
      default: bytes.insert(contentsOf: bytes.suffix(number(below: 200)), at: place)
      }
    }
    return isChance(of: 6) ? bytes : bytes + [0]
  }
}

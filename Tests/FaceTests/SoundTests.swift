import Essentials
import Testing
import Varlink

@testable import Face

@Suite("The live sound of a recorder")
struct SoundTests {
  /// A program that was promised the live sound.
  private func listener(_ bench: ControlBench) throws -> RawConnection {
    let connection = try RawConnection(bench.path)
    bench.turn()
    connection.call("Listen", #"{"by":"test"}"#, upgrade: true)
    bench.turn()
    let order = try #require(bench.mailbox.orders().first)
    #expect(order.wish == .listen(by: "test"))
    bench.mailbox.put(.listening, for: order)
    bench.turn()
    #expect(connection.messages() == [#"{"parameters":{}}"#])
    #expect(bench.server.connectionCount == 0)
    return connection
  }

  @Test("after the reply the connection carries blocks, which come out as they went in")
  func blocks() throws {
    let bench = try ControlBench()
    let connection = try listener(bench)
    bench.send([0.5, -0.5, 0.25, -1])
    bench.send([1, 0], missed: 3)
    var buffer = SoundBlockBuffer()
    var found: [SoundBlock] = []
    // Byte by byte, as a slow line would bring them.
    for byte in connection.bytes() {
      buffer.append([byte])
      if let block = try buffer.next() { found.append(block) }
    }
    #expect(
      found == [
        SoundBlock(rate: 48000, missed: 0, samples: [0.5, -0.5, 0.25, -1]),
        SoundBlock(rate: 48000, missed: 3, samples: [1, 0]),
      ])
  }

  @Test("a block has at most 65,536 frames, and what says more is none")
  func longestBlock() throws {
    let most = SoundBlock(
      rate: 48000, missed: 0, samples: [Float](repeating: 0.5, count: 2 * SoundBlock.mostFrames))
    var buffer = SoundBlockBuffer()
    buffer.append(most.bytes)
    #expect(try buffer.next() == most)
    var longer = most
    longer.samples += [0, 0]
    buffer.append(longer.bytes)
    #expect(throws: SoundFault.self) { try buffer.next() }
  }

  @Test("without an upgrade there is no sound, and no order")
  func needsUpgrade() throws {
    let bench = try ControlBench()
    let connection = try RawConnection(bench.path)
    bench.turn()
    connection.call("Listen", "{}")
    bench.turn()
    #expect(connection.messages().first?.contains("InvalidParameter") == true)
    #expect(bench.mailbox.orders() == [])
  }

  @Test("a listener that does not read misses frames and is told how many; others miss none")
  func slowReader() throws {
    let bench = try ControlBench()
    let (slow, quick) = (try listener(bench), try listener(bench))
    let second = [Float](repeating: 0.5, count: 9600)
    var heard = SoundBlockBuffer()
    var frames = 0
    for _ in 0..<100 {
      bench.send(second)
      heard.append(quick.bytes())
      while let block = try heard.next() {
        frames += block.frames
        #expect(block.missed == 0)
      }
    }
    #expect(frames == 480_000)
    // The kernel kept some; then it reads again, and is told of the rest.
    var late = SoundBlockBuffer()
    var (taken, missed) = (0, 0)
    func read() throws {
      while case let news = slow.bytes(), !news.isEmpty { late.append(news) }
      while let block = try late.next() {
        #expect(block.missed == missed || taken > 0)
        (taken, missed) = (taken + block.frames, block.missed)
      }
    }
    try read()
    bench.send([])
    try read()
    bench.send([0, 0])
    try read()
    #expect(taken + missed == 480_001 && missed > 200_000 && taken > 4800)
  }

  @Test("a listener that goes away is let go, whether sound comes or not")
  func goodbye() throws {
    let bench = try ControlBench()
    var one: RawConnection? = try listener(bench)
    var other: RawConnection? = try listener(bench)
    bench.send([0, 0])
    #expect(bench.listeners.count == 2)
    one = nil
    bench.send([])
    #expect(bench.listeners.count == 1)
    other = nil
    bench.send([0, 0])
    bench.send([0, 0])
    #expect(bench.listeners.count == 0)
    _ = (one, other)
  }

  @Test("bytes that are no block end the listening; random ones never end the process")
  func damage() throws {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<2000 {
      var buffer = SoundBlockBuffer()
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      buffer.append(bytes)
      do throws(SoundFault) {
        if let block = try buffer.next() { #expect(block.frames <= 200 / 8) }
      } catch {
        #expect(bytes.count >= SoundBlock.headBytes)
      }
    }
  }
}

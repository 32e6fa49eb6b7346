import Essentials
import Testing

@testable import Varlink

@Suite("Bytes on their way to messages")
struct MessageBufferTests {
  @Test("a message in any pieces is one message, and several in one piece are several")
  func pieces() throws {
    let text = Array(#"{"method":"a.B"}"#.utf8)
    for size in 1...40 {
      var buffer = MessageBuffer(limit: 100)
      var found: [[UInt8]] = []
      let message: [UInt8] = text + [0]
      let all: [UInt8] = message + message + message
      for start in stride(from: 0, to: all.count, by: size) {
        buffer.append(all[start..<min(all.count, start + size)])
        while let next = try buffer.next() { found.append(next) }
      }
      #expect(found == [text, text, text])
      #expect(buffer.count == 0)
    }
  }

  @Test("a message as long as the limit is taken, and one byte more is not")
  func limit() throws {
    var buffer = MessageBuffer(limit: 8)
    buffer.append([UInt8](repeating: 65, count: 8) + [0])
    #expect(try buffer.next()?.count == 8)
    buffer.append([UInt8](repeating: 65, count: 9) + [0])
    #expect(throws: WireFault.tooLong(limit: 8)) { try buffer.next() }
  }

  @Test("bytes without an end are refused as soon as they are more than a message has")
  func endless() throws {
    var buffer = MessageBuffer(limit: 8)
    buffer.append([UInt8](repeating: 65, count: 8))
    #expect(try buffer.next() == nil)
    buffer.append([65])
    #expect(throws: WireFault.tooLong(limit: 8)) { try buffer.next() }
  }
}

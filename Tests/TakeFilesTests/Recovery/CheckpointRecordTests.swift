import TestSupport
import Testing

@testable import TakeFiles

@Suite struct CheckpointRecordTests {
  private func crc(_ bytes: [UInt8]) -> CRC32 { bytes.withUnsafeBytes { CRC32($0) } }

  @Test("the CRC is the one of zlib and PNG")
  func checkValue() {
    // The check value of CRC-32/ISO-HDLC.
    #expect(crc(Array("123456789".utf8)).value == 0xCBF4_3926)
  }

  @Test("CRCs of pieces give the CRC of the whole")
  func combined() {
    var random = SeededGenerator(seed: 7)
    let bytes = (0..<10_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    var sum = CRC32()
    for start in stride(from: 0, to: bytes.count, by: 777) {
      sum.add(crc(Array(bytes[start..<min(start + 777, bytes.count)])))
    }
    #expect(sum == crc(bytes))
  }

  @Test("a record comes back, and a damaged one does not")
  func roundTrip() throws {
    var record = CheckpointRecord()
    record.syncedBytes = 1 << 40
    for n in 0..<100 { record.add(CRC32(value: UInt32(n), bytes: 1000 + n)) }
    #expect(record.segments.count == CheckpointRecord.capacity)
    let covered = record.segments.reduce(0) { $0 + $1.bytes }
    #expect(covered == (0..<100).reduce(0) { $0 + 1000 + $1 })
    let payload = record.payload
    #expect(payload.count == CheckpointRecord.payloadBytes)
    #expect(CheckpointRecord(payload: payload) == record)
    for place in [0, 5, 12, 20, 483] {
      var damaged = payload
      damaged[place] ^= 1
      #expect(CheckpointRecord(payload: damaged) == nil)
    }
    #expect(CheckpointRecord(payload: []) == nil)
  }

  @Test("what the medium has is forgotten segment by segment")
  func confirmed() {
    var record = CheckpointRecord()
    for bytes in [100, 200, 300] { record.add(CRC32(value: 1, bytes: bytes)) }
    record.confirm(-5)
    #expect(record.syncedBytes == 0)
    record.confirm(299)
    #expect(record.syncedBytes == 100)
    #expect(record.segments.map(\.bytes) == [200, 300])
    record.confirm(600)
    #expect(record.syncedBytes == 600)
    #expect(record.segments.isEmpty)
  }
}

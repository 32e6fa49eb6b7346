import Realtime
import Testing

/// Writes frames whose words are their place on the time line, and reads them back.
private struct Stream: ~Copyable {
  let ring: FrameRing
  var inlet: CaptureInlet
  var sent = 0

  init(channels: Int = 2, capacity: Int) {
    self.init(ring: FrameRing(channels: channels, capacity: capacity))
  }

  init(ring: FrameRing) {
    self.ring = ring
    inlet = CaptureInlet(
      writer: ring.makeWriter(),
      meters: MeterBank(channels: ring.channels).makeWriter(rate: 48000),
      channels: ring.channels, format: .s32)
  }

  mutating func send(_ frames: Int) {
    let channels = ring.channels
    let words = (0..<(frames * channels)).map { Int32(sent * channels + $0) }
    words.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      inlet.ingest(base, frames: frames)
    }
    sent += frames
  }

  /// Copies what turns out to be something else, as when a device wrote over it meanwhile.
  mutating func stageGarbage(_ frames: Int) {
    let words = [Int32](repeating: 7, count: frames * ring.channels)
    words.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      _ = inlet.stage(base, frames: frames)
    }
  }

  mutating func lose(_ frames: Int) {
    inlet.noteGap(frames: frames, cause: .overrun, isEstimated: false)
    sent += frames
  }
}

/// Reads up to `end`; silence is -1.
private func collect(
  _ reader: inout FrameRingReader, until end: Int, channels: Int, limit: Int = .max
) -> [Int32] {
  var got: [Int32] = []
  while true {
    switch reader.next(until: end, limit: limit) {
    case .nothing:
      return got
    case .frames(let words, let count):
      for i in 0..<(count * channels) { got.append(words[i]) }
      reader.advance(count)
    case .silence(let count, _):
      got += [Int32](repeating: -1, count: count * channels)
      reader.advance(count)
    }
  }
}

/// Takes as many readers as there are left, then expects the next one to be refused.
private func occupyAll(_ ring: FrameRing, left: Int) throws {
  guard left > 0 else {
    #expect(throws: FrameRingError.allReadersTaken) { _ = try ring.makeReader().timeline }
    return
  }
  let reader = try ring.makeReader()
  try occupyAll(ring, left: left - 1)
  #expect(reader.timeline == 0)
}

@Suite struct FrameRingTests {
  @Test("what goes in comes out, in any sizes, around the end of the memory")
  func order() throws {
    var stream = Stream(capacity: 100)
    var reader = try stream.ring.makeReader()
    _ = reader.begin(at: 0)
    var got: [Int32] = []
    for size in [1, 7, 64, 28, 99, 100, 3] {
      stream.send(size)
      got += collect(&reader, until: .max, channels: 2, limit: 13)
    }
    #expect(got == (0..<Int32(got.count)).map { $0 })
    #expect(got.count == 2 * stream.sent)
  }

  @Test("frames that were staged and not published are never seen: they are written over, or a gap")
  func staged() throws {
    var stream = Stream(capacity: 64)
    var reader = try stream.ring.makeReader()
    stream.send(10)
    stream.stageGarbage(16)
    #expect(stream.ring.timelineEnd == 10)
    stream.lose(16)
    stream.send(6)
    let all = collect(&reader, until: 32, channels: 2)
    #expect(Array(all[..<20]) == (0..<20).map { Int32($0) })
    #expect(all[20..<52].allSatisfy { $0 == -1 })
    #expect(Array(all[52...]) == (52..<64).map { Int32($0) })
  }

  @Test("a reader that begins in the past reads the past")
  func history() throws {
    var stream = Stream(capacity: 100)
    stream.send(250)
    var reader = try stream.ring.makeReader()
    #expect(reader.begin(at: 180) == 180)
    #expect(collect(&reader, until: 200, channels: 2) == (360..<400).map { Int32($0) })
  }

  @Test("a past that is gone begins at the oldest frame there is")
  func tooOld() throws {
    var stream = Stream(capacity: 100)
    stream.send(90)
    stream.send(90)
    stream.send(70)
    var reader = try stream.ring.makeReader()
    let start = reader.begin(at: 10)
    #expect(start == 150)
    #expect(collect(&reader, until: .max, channels: 2).first == Int32(2 * start))
  }

  @Test("a gap is silence of its length at its place, also when it begins inside the pre-roll")
  func gap() throws {
    var stream = Stream(channels: 1, capacity: 100)
    stream.send(20)
    stream.lose(5)
    stream.lose(2)
    stream.send(10)
    stream.lose(3)
    stream.send(1)
    #expect(stream.ring.timelineEnd == stream.sent)
    var expected = [Int32](0..<20)
    expected += [Int32](repeating: -1, count: 7)
    expected += [Int32](27..<37)
    expected += [-1, -1, -1, 40]
    for start in 0...stream.sent {
      var reader = try stream.ring.makeReader()
      #expect(reader.begin(at: start) == start)
      #expect(
        collect(&reader, until: .max, channels: 1) == Array(expected[start...]),
        "from \(start)")
    }
    #expect(stream.ring.gapTotals == (2, 10))
  }

  @Test("what a reader holds is never overwritten: new frames become a gap of their length")
  func storageStall() throws {
    var stream = Stream(channels: 1, capacity: 50)
    var reader = try stream.ring.makeReader()
    _ = reader.begin(at: 0)
    for _ in 0..<12 { stream.send(10) }
    var got = collect(&reader, until: .max, channels: 1)
    #expect(got == (0..<50).map { Int32($0) })
    stream.send(10)
    got += collect(&reader, until: .max, channels: 1)
    #expect(got.count == 130)
    #expect(got[50..<120].allSatisfy { $0 == -1 })
    #expect(Array(got[120...]) == (120..<130).map { Int32($0) })
    #expect(stream.ring.gapTotals == (1, 70))
  }

  @Test("without readers the ring runs on and keeps the newest frames")
  func freeRunning() {
    var stream = Stream(channels: 1, capacity: 64)
    for _ in 0..<1000 { stream.send(7) }
    #expect(stream.ring.storedFrames == 7000)
    #expect(stream.ring.gapTotals == (0, 0))
  }

  @Test("a log of gaps that is full drops frames, and the time line still holds")
  func manyGaps() throws {
    var stream = Stream(channels: 1, capacity: 10_000)
    var reader = try stream.ring.makeReader()
    _ = reader.begin(at: 0)
    for _ in 0..<1500 {
      stream.lose(1)
      stream.send(1)
    }
    var got = collect(&reader, until: .max, channels: 1)
    stream.send(1)
    got += collect(&reader, until: .max, channels: 1)
    #expect(got.count == stream.sent)
    for (place, word) in got.enumerated() where word >= 0 { #expect(Int(word) == place) }
  }

  @Test("what is lost last is a gap at the end, and the time line is as long as time was")
  func lastLoss() throws {
    let ring = FrameRing(channels: 1, capacity: 100)
    var reader = try ring.makeReader()
    _ = reader.begin(at: 0)
    do {
      var stream = Stream(ring: ring)
      stream.send(90)
      stream.send(30)
    }
    #expect(ring.timelineEnd == 120)
    let got = collect(&reader, until: .max, channels: 1)
    #expect(got == Array(0..<100) + [Int32](repeating: -1, count: 20))
  }

  @Test("a slot comes back when its reader is gone")
  func slots() throws {
    let ring = FrameRing(channels: 1, capacity: 8)
    for _ in 0..<20 {
      var reader = try ring.makeReader()
      _ = reader.begin(at: 0)
    }
    try occupyAll(ring, left: FrameRing.readerSlots)
  }

  @Test(
    "every wire format becomes words without loss",
    arguments: [
      (WireFormat.s32, [0x78, 0x56, 0x34, 0x12] as [UInt8], Int32(0x1234_5678)),
      (.s24, [0x56, 0x34, 0x12, 0xff], 0x1234_5600),
      (.s24Packed, [0x56, 0x34, 0x82], Int32(bitPattern: 0x8234_5600)),
      (.s16, [0x34, 0x12], 0x1234_0000),
      (.float, [0x00, 0x00, 0x80, 0xbf], Int32(bitPattern: 0xbf80_0000)),
    ])
  func formats(format: WireFormat, bytes: [UInt8], word: Int32) throws {
    let ring = FrameRing(channels: 1, capacity: 8)
    var inlet = CaptureInlet(
      writer: ring.makeWriter(), meters: MeterBank(channels: 1).makeWriter(rate: 48000),
      channels: 1,
      format: format)
    // One byte of offset: nothing promises alignment.
    let shifted = [0] + bytes + bytes
    shifted.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return }
      inlet.ingest(base + 1, frames: 2)
    }
    var reader = try ring.makeReader()
    _ = reader.begin(at: 0)
    #expect(collect(&reader, until: .max, channels: 1) == [word, word])
  }
}

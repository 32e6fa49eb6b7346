import Testing

@testable import TakeFiles

@Suite struct TakeMetadataTests {
  /// Metadata in which every value differs from its default.
  static func sample() -> TakeMetadata {
    var metadata = TakeMetadata()
    metadata.take = "20261120_153800_007"
    metadata.content = .safety
    metadata.familyID = "00112233445566778899aabbccddeeff"
    metadata.part = 2
    metadata.parts = 3
    metadata.firstFrame = 96000
    metadata.date = CivilDate(year: 2026, month: 11, day: 20, hour: 15, minute: 38, second: 0)
    metadata.timeReference = 2_701_440_123
    metadata.isClockSet = false
    metadata.battery = BatteryCharge(.discharging, percent: 87)
    metadata.boardID = "phone"
    metadata.boardName = "A <phone> & \"more\" \u{E9}"
    metadata.dataSource = "Back"
    metadata.pattern = "omni"
    metadata.preferredPattern = "stereo"
    metadata.orientation = "landscapeLeft"
    metadata.preferredRate = 48000
    metadata.rate = 44100
    metadata.captureFormat = "S32_LE"
    metadata.frontEmphasis = 4.5
    metadata.lowCutHertz = 80
    metadata.limits = true
    metadata.gain = -12
    metadata.tracks = [
      .init(name: "LEFT"), .init(name: "a;b", gain: 1.5, isInverted: true),
    ]
    metadata.isRefined = false
    metadata.filterHash = "0123456789abcdef"
    metadata.notes = ["without MIC2", "another"]
    metadata.preRollFrames = 240_000
    metadata.end = .stopped
    metadata.audioChecksum = 0xBEEF
    metadata.gaps = [TakeGap(frame: 96100, frames: 480, cause: "overrun", isEstimated: true)]
    metadata.markers = [
      TakeMarker(frame: 96050, kind: .button, label: "marker 1"),
      TakeMarker(frame: 96100, kind: .clip, label: "clip; of MIC2"),
    ]
    return metadata
  }

  @Test("everything comes back from the fields")
  func roundTrip() throws {
    let metadata = Self.sample()
    #expect(TakeMetadata(fields: metadata.fields) == metadata)
  }

  @Test("takes of earlier versions say how filters were made; another word, or none, means nothing")
  func refined() {
    var metadata = Self.sample()
    #expect(metadata.fields.contains(MetadataField("FILTERS", "closed form")))
    #expect(metadata.comment.contains("; filters in closed form; "))
    metadata.isRefined = true
    #expect(metadata.fields.contains(MetadataField("FILTERS", "refined")))
    #expect(metadata.comment.contains("; filters refined; "))
    let others = metadata.fields.filter { $0.key != "FILTERS" }
    #expect(TakeMetadata(fields: others)?.isRefined == nil)
    #expect(TakeMetadata(fields: others + [MetadataField("FILTERS", "polished")])?.isRefined == nil)
  }

  @Test("an unfinished take says so, and is unfinished when it is read")
  func unfinished() throws {
    var metadata = Self.sample()
    metadata.end = nil
    let fields = metadata.fields
    #expect(fields.contains(MetadataField("ENDED", TakeMetadata.unfinished)))
    #expect(TakeMetadata(fields: fields)?.end == nil)
  }

  @Test(
    "why a take ended is read back, also from a file of an earlier version, which has only words",
    arguments: [
      (.stopped, "stopped"), (.length, "length reached"), (.schedule, "scheduled end"),
      (.continued, "continued in the next file"), (.capture, "capture device disconnected"),
      (.full, "storage nearly full"), (.storage, "storage failed: x"),
      (.power, "power was failing"), (.shutdown, "the recorder was shut down"),
      (.recovered, "recovered: the recording was cut off after 0.2 s"), (.other, "end of x.wav"),
    ] as [(TakeMetadata.Cause, String)])
  func ends(cause: TakeMetadata.Cause, words: String) throws {
    var metadata = Self.sample()
    metadata.end = .init(cause, words)
    let earlier = metadata.fields.filter { $0.key != "ENDED_BY" }
    #expect(earlier.count == metadata.fields.count - 1)
    #expect(TakeMetadata(fields: earlier)?.end == metadata.end)
    metadata.end = .init(cause, "otherwise")
    #expect(TakeMetadata(fields: metadata.fields.reversed())?.end == metadata.end)
  }

  @Test("what can change comes after everything that cannot")
  func order() throws {
    var changed = Self.sample()
    let before = changed.fields.map(\.key)
    changed.end = nil
    changed.parts = nil
    changed.audioChecksum = nil
    changed.markers = []
    changed.gaps = []
    let after = changed.fields
    let stable = after.count - 1
    #expect(Array(before[..<stable]) == Array(after[..<stable].map(\.key)))
    #expect(after.last?.key == "ENDED")
  }

  @Test("nonsense is left out, and fields without the name of a take are no metadata")
  func nonsense() throws {
    #expect(TakeMetadata(fields: [MetadataField("RATE", "48000")]) == nil)
    let metadata = try #require(
      TakeMetadata(fields: [
        MetadataField("TAKE_NAME", "x"), MetadataField("GAP", "1;2"), MetadataField("RATE", "many"),
        MetadataField("MARKER", "1;unheard;of"), MetadataField("TRACK", ";"),
        MetadataField("DATE", "2026-13-01 00:00:00"), MetadataField("UNKNOWN", "y"),
      ]))
    var expected = TakeMetadata()
    expected.take = "x"
    #expect(metadata == expected)
  }

  @Test("a gap is found again in the text of its marker, also in that of older files")
  func gapText() {
    for (frames, text) in [(1, "gap of 1 frame: overrun"), (480, "gap of 480 frames: overrun")] {
      let gap = TakeGap(frame: 7, frames: frames, cause: "overrun")
      #expect(gap.marker.label == text && TakeGap(marker: gap.marker) == gap)
    }
    let older = TakeMarker(frame: 7, kind: .gap, label: "gap of about 1 frames: overrun")
    #expect(
      TakeGap(marker: older)
        == TakeGap(frame: 7, frames: 1, cause: "overrun", isEstimated: true))
  }
}

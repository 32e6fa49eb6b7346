import TestSupport
import Testing

@testable import TakeFiles

/// Tags of the same name, as other programs write them.
@Suite struct JoinedTagsTests {
  private static func metadata() -> TakeMetadata {
    var metadata = EncodedFixture.metadata()
    metadata.notes = []
    metadata.tracks = [.init(name: "LEFT; near"), .init(name: "RIGHT", gain: -1.5)]
    metadata.gaps = [
      TakeGap(frame: 960, frames: 48, cause: "overrun"),
      TakeGap(frame: 1960, frames: 480, cause: "card; slow", isEstimated: true),
    ]
    metadata.markers = [
      TakeMarker(frame: 7, kind: .clip, label: "left"),
      TakeMarker(frame: 700, kind: .button, label: "almost; 12; \"end\";button;"),
      TakeMarker(frame: 7000, kind: .button, label: ""),
    ]
    return metadata
  }

  private static func read(_ fields: [MetadataField]) -> TakeMetadata? {
    TakeTags.metadata(of: fields.map { MetadataField(TakeTags.prefix + $0.key, $0.value) })
  }

  @Test("values that FFmpeg joined with semicolons are read as several, also around semicolons")
  func joined() throws {
    let metadata = Self.metadata()
    var fields: [MetadataField] = []
    for field in metadata.fields {
      if let index = fields.firstIndex(where: { $0.key == field.key }) {
        fields[index].value += ";" + field.value
      } else {
        fields.append(field)
      }
    }
    #expect(fields.count < metadata.fields.count)
    #expect(Self.read(fields) == metadata)
  }

  @Test("a label in the form of an entry stays whole if the values were not joined")
  func apart() {
    var metadata = Self.metadata()
    metadata.markers[1].label = "a;5;button;b"
    #expect(Self.read(metadata.fields) == metadata)
  }

  @Test("every value of an MPEG-4 atom is read, as mutagen writes them")
  func values() {
    func box(_ kind: String, _ contents: [UInt8]) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(bigEndian: UInt32(8 + contents.count))
      return bytes + Array(kind.utf8) + contents
    }
    let flags: [UInt8] = [0, 0, 0, 0]
    let values = ["5;button;a", "9;clip;b"]
    let data = values.flatMap { box("data", [0, 0, 0, 1] + flags + Array($0.utf8)) }
    let names =
      box("mean", flags + Array("com.apple.iTunes".utf8))
      + box("name", flags + Array("PINNA_MARKER".utf8))
    let room = box("ilst", box("----", names + data))
    #expect(
      MPEG4Tags.fields(in: room[...]) == values.map { MetadataField("PINNA_MARKER", $0) })
  }
}

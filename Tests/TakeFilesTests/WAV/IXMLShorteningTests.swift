import TestSupport
import Testing

@testable import TakeFiles

/// Heads that have no room for everything: the iXML chunk is whole whatever it has to say.
@Suite("An iXML chunk that has no room for everything") struct IXMLShorteningTests {
  private static let format = AudioFormat(rate: 48000, channels: 32, samples: .s32)

  private static func metadata(_ change: (inout TakeMetadata) -> Void) -> TakeMetadata {
    var metadata = MadeTake.metadata()
    change(&metadata)
    return metadata
  }

  private static func names(_ count: Int, _ name: String) -> [TakeMetadata.Track] {
    (0..<count).map { TakeMetadata.Track(name: "\($0)" + name) }
  }

  /// Metadata with far more text than a head has room for.
  static let large: [(String, TakeMetadata)] = [
    (
      "32 microphones with long names",
      metadata { $0.tracks = names(32, String(repeating: "n", count: 98)) }
    ),
    (
      "16 names of ampersands",
      metadata { $0.tracks = names(16, String(repeating: "&", count: 100)) }
    ),
    (
      "1024 channels",
      metadata { $0.tracks = names(1024, String(repeating: "\u{1F399}", count: 25)) }
    ),
    (
      "200 remarks",
      metadata { $0.notes = (0..<200).map { "remark \($0) " + String(repeating: "<", count: 90) } }
    ),
    (
      "a long end",
      metadata { $0.end = .init(.other, String(repeating: "/very long/path", count: 2000)) }
    ),
    (
      "everything at once",
      metadata {
        $0.boardName = String(repeating: "&\u{E9}", count: 5000)
        $0.dataSource = String(repeating: ">", count: 5000)
        $0.filterHash = String(repeating: "&", count: 5000)
        $0.take = String(repeating: "&", count: 5000)
        $0.familyID = String(repeating: "&", count: 5000)
        $0.title = String(repeating: "<", count: 200)
        $0.note = String(repeating: "<", count: 2000)
        $0.end = .init(.other, String(repeating: "&", count: 5000))
        $0.notes = [String](repeating: String(repeating: "&", count: 5000), count: 50)
        $0.tracks = names(1024, String(repeating: "&", count: 500))
        $0.gaps = (0..<900).map { TakeGap(frame: $0, frames: 1, cause: "overrun") }
      }
    ),
  ]

  @Test("it is a whole document of exactly its bytes, in any room", arguments: 0..<6)
  func whole(index: Int) throws {
    let (name, metadata) = Self.large[index]
    for bytes in [9000, 12_000, 14_900, 16_384] {
      let payload = IXML(metadata: metadata, format: Self.format).payload(bytes: bytes)
      #expect(payload.count == bytes, "\(name)")
      let document = IXMLDocument(payload)
      #expect(document.isWhole, "\(name) in \(bytes) bytes")
      let own = document.elements.filter { $0.path.hasPrefix("BWFXML/USER/PINNA/") }
        .map { MetadataField(String($0.name), $0.text) }
      let read = try #require(TakeMetadata(fields: own), "\(name) in \(bytes) bytes")
      #expect(metadata.take.hasPrefix(read.take))
      #expect(read.note.map { metadata.note?.hasPrefix($0) == true } ?? (metadata.note == nil))
      #expect(read.gapTotals == metadata.gapTotals)
      #expect(read.end.map { metadata.endWords.hasPrefix($0.words) } ?? (metadata.end == nil))
    }
  }

  @Test("names of 64 bytes of 32 microphones have room as they are")
  func allowed() throws {
    let metadata = Self.metadata {
      $0.tracks = (0..<32).map { n in
        TakeMetadata.Track(name: "\(n)" + String(repeating: "m", count: n < 10 ? 63 : 62))
      }
    }
    let document = IXMLDocument(
      IXML(metadata: metadata, format: Self.format).payload(bytes: 14_800))
    #expect(document.isWhole)
    #expect(document.trackNames == metadata.tracks.map(\.name))
  }

  @Test("remarks go first, from the last one, then parts of names, then lists of channels")
  func order() {
    func shortened(_ bytes: Int) -> IXML {
      let words = String(repeating: " and so on", count: 10)
      var metadata = Self.metadata { $0.notes = ["first", "second", "third" + words] }
      metadata.tracks = Self.names(32, String(repeating: "n", count: 60))
      return IXML(metadata: metadata, format: Self.format).fitted(to: bytes)
    }
    let all = shortened(16_000)
    #expect(all.metadata.notes.count == 3 && all.metadata.tracks[0].name.utf8.count == 61)
    let least = all.leastBytes
    let noThird = shortened(least - 60)
    #expect(noThird.metadata.notes == ["first", "second", "1 more remark does not fit"])
    #expect(noThird.metadata.tracks == all.metadata.tracks)
    let twice = IXML(metadata: noThird.metadata, format: Self.format)
      .fitted(to: noThird.leastBytes - 1)
    #expect(twice.metadata.notes == ["first", "2 more remarks do not fit"])
    let shortNames = shortened(least - 500)
    #expect(shortNames.metadata.notes == ["3 more remarks do not fit"])
    #expect(shortNames.metadata.tracks[0].name.utf8.count == 31 && shortNames.listsTracks)
    let noList = shortened(5000)
    #expect(noList.metadata.tracks[0].name.utf8.count == 7)
    #expect(!noList.listsTracks && noList.metadata.tracks.count == 32)
    let nothing = shortened(noList.leastBytes - 1)
    #expect(nothing.metadata.tracks == [] && nothing.metadata.boardName == "Phone <& more>")
  }
}

import Essentials
import Testing

@testable import TakeFiles

/// The fields of a take's own iXML chunk, read without a parser of XML.
@Suite struct IXMLFieldsTests {
  private static func chunk(_ change: (inout TakeMetadata) -> Void) -> [UInt8] {
    var metadata = MadeTake.metadata(markers: 3)
    metadata.boardName = "Phone"
    change(&metadata)
    return IXML(metadata: metadata, format: AudioFormat(rate: 48000, channels: 2, samples: .s24))
      .payload(bytes: 9000)
  }

  /// The fields as the parser of XML reads them.
  private static func parsed(_ document: IXMLDocument) -> [MetadataField] {
    document.elements.filter { $0.path.hasPrefix("BWFXML/USER/PINNA/") }
      .map { MetadataField(String($0.name), $0.text) }
  }

  @Test("they are those that a parser of XML reads")
  func same() throws {
    let chunks = [
      Self.chunk { _ in }, Self.chunk { $0.title = "Bärental, früh" },
      Self.chunk { $0.gaps = [TakeGap(frame: 9, frames: 480, cause: "overrun")] },
      Self.chunk { $0.notes = ["two  spaces, and a tab\tand quotes \" '"] },
    ]
    for chunk in chunks {
      let fields = try #require(IXML.fields(of: chunk))
      #expect(fields.count > 20)
      #expect(fields == Self.parsed(IXMLDocument(chunk)))
    }
  }

  @Test("a chunk in another form is left to the parser")
  func others() {
    #expect(IXML.fields(of: Self.chunk { $0.title = "wind & birds" }) == nil)
    let attribute = "<BWFXML><USER>\n<PINNA>\n<PART n=\"1\">0</PART>\n</PINNA>\n</USER>\n</BWFXML>"
    #expect(IXML.fields(of: Array(attribute.utf8)) == nil)
    #expect(IXML.fields(of: Array("<BWFXML><NOTE>a</NOTE></BWFXML>".utf8)) == nil)
    #expect(IXML.fields(of: []) == nil)
  }

  @Test("a chunk that is torn or changed gives what the parser gives, or is left to it")
  func damaged() throws {
    let whole = Self.chunk { _ in }
    let fields = try #require(IXML.fields(of: whole))
    for length in 0..<whole.count {
      let torn = IXML.fields(of: Array(whole[..<length]))
      #expect(torn == nil || torn == fields)
    }
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      var changed = whole
      let place = Int.random(in: 0..<4000, using: &random)
      changed[place] ^= UInt8.random(in: 1...255, using: &random)
      let document = IXMLDocument(changed)
      guard document.isWhole, let read = IXML.fields(of: changed) else { continue }
      #expect(read == Self.parsed(document), "byte \(place)")
    }
  }
}

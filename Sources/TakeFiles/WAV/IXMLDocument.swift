import CExpat

/// The readable elements of an iXML chunk.
///
/// A torn or malformed chunk yields every element that ends before the break. A document type, and with it every entity
/// that could expand without bound, ends the reading too: iXML has none.
///
/// - Source: the iXML specification, version 3.01.
struct IXMLDocument: Sendable, Equatable {
  /// An element with text, or an empty one.
  struct Element: Sendable, Equatable {
    /// The names of the enclosing elements and of the element itself, as `BWFXML/TRACK_LIST/TRACK/NAME`.
    var path: String
    /// Its text on one line, without white space at its ends.
    var text: String

    /// The name of the element.
    var name: Substring { path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...] }
  }

  /// The elements in the order of their ends.
  private(set) var elements: [Element]
  /// True if the document was read to its end.
  private(set) var isWhole: Bool

  /// Reads a chunk; the padding at its end is ignored.
  init(_ bytes: [UInt8]) {
    let length = (bytes.lastIndex { $0 > 32 || ![0, 9, 10, 13, 32].contains($0) } ?? -1) + 1
    let text = bytes[..<length]
    self = IXMLCollector.read(text, encoding: nil)
    // Some recorders declare UTF-8 and write Latin-1.
    if !isWhole {
      let other = IXMLCollector.read(text, encoding: "ISO-8859-1")
      if other.elements.count > elements.count { self = other }
    }
  }

  init(elements: [Element], isWhole: Bool) {
    self.elements = elements
    self.isWhole = isWhole
  }

  /// The first non-empty text of an element with this path.
  func text(at path: String) -> String? {
    elements.first { $0.path == path && !$0.text.isEmpty }?.text
  }

  /// The names of the channels in the order of the file, "" for a channel without one; empty if there are no names at
  /// all.
  ///
  /// Mixer-recorders list tracks in a different order, with their positions in `INTERLEAVE_INDEX`.
  var trackNames: [String] {
    let path = "BWFXML/TRACK_LIST/TRACK"
    var (tracks, track): ([[Substring: String]], [Substring: String]) = ([], [:])
    for element in elements {
      if element.path == path {
        tracks.append(track)
        track = [:]
      } else if element.path.hasPrefix(path + "/") {
        track[element.name] = element.text
      }
    }
    if !track.isEmpty { tracks.append(track) }
    let stated = tracks.compactMap { $0["INTERLEAVE_INDEX"].flatMap { Int($0) } }
      .filter { (1...Self.mostTracks).contains($0) }
    // Positions that contradict each other are useless.
    let places =
      Set(stated).count == tracks.count ? stated : Array(tracks.indices.map { $0 + 1 })
    var names = [String](repeating: "", count: min(places.max() ?? 0, Self.mostTracks))
    for (place, track) in zip(places, tracks) where place <= names.count {
      names[place - 1] = track["NAME"] ?? ""
    }
    return names.allSatisfy(\.isEmpty) ? [] : names
  }

  /// A limit for channels, the same as for WAV files.
  private static let mostTracks = 1024
}

/// The receiver of Expat's calls; its limits keep memory small for any file.
private final class IXMLCollector {
  /// A limit for nesting: deeper than any iXML.
  private static let mostLevels = 16
  /// A limit for names in bytes: longer than any in iXML.
  private static let longestName = 64
  /// A limit for elements: more than fit into the largest accepted chunk, unless they are empty.
  private static let mostElements = 20_000

  private let parser: XML_Parser
  /// The paths of the elements around the current text, like ``IXMLDocument/Element/path``.
  private var paths: [String] = []
  private var texts: [[UInt8]] = []
  private var elements: [IXMLDocument.Element] = []

  /// Reads text in its declared encoding, or in another one.
  static func read(_ text: ArraySlice<UInt8>, encoding: String?) -> IXMLDocument {
    guard !text.isEmpty, let parser = XML_ParserCreate(encoding) else {
      return IXMLDocument(elements: [], isWhole: false)
    }
    defer { XML_ParserFree(parser) }
    let collector = IXMLCollector(parser)
    let isWhole = withExtendedLifetime(collector) { collector.parse(text) }
    return IXMLDocument(elements: collector.elements, isWhole: isWhole)
  }

  private init(_ parser: XML_Parser) {
    self.parser = parser
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, _ in IXMLCollector.of(data).start(name) },
      { data, _ in IXMLCollector.of(data).end() })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      IXMLCollector.of(data).add(text, Int(count))
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in IXMLCollector.of(data).stop() }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> IXMLCollector {
    Unmanaged<IXMLCollector>.fromOpaque(data!).takeUnretainedValue()
  }

  private func parse(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        XML_Parse(parser, $0.baseAddress, Int32(clamping: $0.count), 1) == XML_STATUS_OK
      }
    }
  }

  private func start(_ name: UnsafePointer<XML_Char>?) {
    let name = name.map { String(cString: $0) } ?? ""
    guard paths.count < Self.mostLevels, name.utf8.count <= Self.longestName,
      elements.count < Self.mostElements
    else { return stop() }
    paths.append(paths.last.map { "\($0)/\(name)" } ?? name)
    texts.append([])
  }

  private func add(_ text: UnsafePointer<XML_Char>?, _ count: Int) {
    guard let text, !texts.isEmpty else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: count)
    texts[texts.count - 1].append(contentsOf: bytes)
  }

  private func end() {
    guard let text = texts.popLast(), let path = paths.popLast() else { return }
    let line = String(decoding: text, as: UTF8.self).singleLine
    elements.append(IXMLDocument.Element(path: path, text: line))
  }

  /// Ends the reading; the elements so far stay.
  private func stop() { XML_StopParser(parser, 0) }
}

import CExpat

/// The elements that can be read from an iXML chunk.
///
/// If a chunk is torn or malformed, every element that ends before the break is read. A document type also ends the
/// reading: iXML has none, and through it entities could expand without limit.
///
/// - Source: the iXML specification, version 3.01.
struct IXMLDocument: Sendable, Equatable {
  /// An element that contains text, or nothing.
  struct Element: Sendable, Equatable {
    /// The names of the elements around this one, and its own name, as `BWFXML/TRACK_LIST/TRACK/NAME`.
    var path: String
    /// The text of the element on one line, without white space at either end.
    var text: String

    /// The name of the element.
    var name: Substring { path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...] }
  }

  /// The elements, in the order in which they end.
  private(set) var elements: [Element]
  /// True if the document was read to its end.
  private(set) var isWhole: Bool
}

extension IXMLDocument {
  /// Parses a chunk; the padding at its end is ignored.
  init(_ bytes: [UInt8]) {
    var length = (bytes.lastIndex { $0 > 32 || ![0, 9, 10, 13, 32].contains($0) } ?? -1) + 1
    // In UTF-16, the last character can end with a zero byte.
    if [[0xFF, 0xFE], [0x3C, 0]].contains(bytes.prefix(2)) {
      length = min(length.madeEven, bytes.count)
    }
    // An XML declaration is valid only at the very start.
    let text = bytes[..<length].drop { [9, 10, 13, 32].contains($0) }
    self = IXMLCollector.read(text, encoding: nil)
    // Some programs declare UTF-16 but write UTF-8, and some recorders declare UTF-8 but write Latin-1.
    for encoding in ["UTF-8", "ISO-8859-1"] where !isWhole {
      let other = IXMLCollector.read(text, encoding: encoding)
      if other.elements.count > elements.count { self = other }
    }
  }

  /// Parses a chunk of another program, in which ampersands may lack their escape, and control characters may occur.
  init(ofOther bytes: [UInt8]) {
    self.init(bytes)
    if isEnded { return }
    let escaped = IXMLDocument(Self.escaped(bytes))
    if escaped.elements.count > elements.count { self = escaped }
  }

  /// The text with an escape for each ampersand that does not begin one, and spaces for control characters.
  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    let names = ["amp;", "lt;", "gt;", "quot;", "apos;", "#"].map { Array($0.utf8) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let rest = bytes[(index + 1)...]
      if byte == UInt8(ascii: "&"), !names.contains(where: { rest.starts(with: $0) }) {
        text += Array("&amp;".utf8)
      } else {
        text.append(byte < 32 ? 32 : byte)
      }
    }
    return text
  }

  /// True if no element is missing at the end: anything after the outermost element is not part of the document.
  var isEnded: Bool { isWhole || elements.last?.path.contains("/") == false }

  /// The text of the first element that has this path and is not empty; `nil` if there is none.
  func text(at path: String) -> String? {
    elements.first { $0.path == path && !$0.text.isEmpty }?.text
  }

  /// The names of the channels in the order of the file, with "" for a channel that has no name; empty if no channel
  /// has one.
  ///
  /// Mixer-recorders list the tracks in another order, and state the positions of the channels in `INTERLEAVE_INDEX`.
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
    // If the positions contradict each other, they are useless.
    let places =
      Set(stated).count == tracks.count ? stated : Array(tracks.indices.map { $0 + 1 })
    var names = [String](repeating: "", count: min(places.max() ?? 0, Self.mostTracks))
    for (place, track) in zip(places, tracks) where place <= names.count {
      names[place - 1] = track["NAME"] ?? ""
    }
    return names.allSatisfy(\.isEmpty) ? [] : names
  }

  /// The most channels to read, the same as for WAV files.
  private static let mostTracks = 1024
}

/// Receives the calls of the parser Expat; its limits keep the use of memory small for any file.
private final class IXMLCollector {
  /// The most levels of nested elements: no iXML document has as many.
  private static let mostLevels = 16
  /// The most bytes in the name of an element: no name in iXML is as long.
  private static let longestName = 64
  /// The most elements to read: even the largest chunk that is accepted has space for as many only if they are empty.
  private static let mostElements = 20_000

  private let parser: XML_Parser
  /// The paths of the elements that contain the current text, in the form of ``IXMLDocument/Element/path``.
  private var paths: [String] = []
  private var texts: [[UInt8]] = []
  private var elements: [IXMLDocument.Element] = []

  /// Parses text in the encoding that it declares; if `encoding` is given, in that one instead.
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

  /// Ends the parsing; the elements that have been read stay.
  private func stop() { XML_StopParser(parser, 0) }
}

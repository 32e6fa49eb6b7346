import Essentials

/// The tags of MPEG-4 files, in the form that iTunes introduced and every player reads.
///
/// Tags whose names players know become atoms of their own; all others become free-form atoms ("----"). The delay of
/// the encoder is stated in "iTunSMPB", because FFmpeg and other programs ignore the edit list of a fragmented file.
///
/// - Source: Apple, QuickTime File Format, "User data atoms"; atomicparsley.sourceforge.net/mpeg-4files.html.
enum MPEG4Tags {
  /// The number of frames that an AAC encoder puts before the audio.
  ///
  /// - Source: libavcodec aacenc.c: initial_padding = 1024, one frame.
  static let encoderDelay = 1024

  private static let known: [(key: String, atom: [UInt8])] = [
    ("TITLE", [0xA9] + Array("nam".utf8)), ("DATE", [0xA9] + Array("day".utf8)),
    ("COMMENT", [0xA9] + Array("cmt".utf8)), ("ENCODER", [0xA9] + Array("too".utf8)),
  ]
  private static let mean = "com.apple.iTunes"
  private static let gapless = "iTunSMPB"

  /// The range of the space for tags at the start of a file: the bytes after the handler in moov/udta/meta.
  static func room(in head: ArraySlice<UInt8>) -> Range<Int>? {
    guard
      let meta = MPEG4Box.find(["moov", "udta", "meta"], in: head, range: 0..<head.count),
      meta.contents.count >= 4,
      // The contents of meta begin with four bytes for version and flags; the first box follows them.
      let handler = MPEG4Box.first(
        "hdlr", in: head, range: (meta.contents.lowerBound + 4)..<meta.contents.upperBound)
    else { return nil }
    return (handler.offset + handler.bytes)..<meta.contents.upperBound
  }

  /// The fields that the space for tags contains.
  static func fields(in room: ArraySlice<UInt8>) -> [MetadataField] {
    guard let list = MPEG4Box.first("ilst", in: room, range: 0..<room.count) else { return [] }
    var fields: [MetadataField] = []
    for atom in MPEG4Boxes(bytes: room, range: list.contents) {
      guard let key = key(of: atom, in: room) else { continue }
      // An atom may contain several values: mutagen and other programs write tags of the same name into one atom.
      for data in MPEG4Boxes(bytes: room, range: atom.contents) where data.isNamed("data") {
        guard
          let value = room.part(from: data.contents.lowerBound + 8, count: data.contents.count - 8)
        else { continue }
        fields.append(MetadataField(key, String(decoding: value, as: UTF8.self)))
      }
    }
    return fields
  }

  /// The atoms that are not among the fields, as bytes: pictures, and tags of other programs that have atoms of their
  /// own.
  static func otherAtoms(in room: ArraySlice<UInt8>) -> [UInt8] {
    guard let list = MPEG4Box.first("ilst", in: room, range: 0..<room.count) else { return [] }
    return MPEG4Boxes(bytes: room, range: list.contents).flatMap { atom in
      let isOther = key(of: atom, in: room) == nil && !isGapless(atom, in: room)
      return isOther ? Array(room.part(from: atom.offset, count: atom.bytes) ?? []) : []
    }
  }

  /// The name of the tag in an atom; `nil` if there is none, or if the tag is not part of the metadata.
  private static func key(of atom: MPEG4Box, in room: ArraySlice<UInt8>) -> String? {
    if let known = known.first(where: { $0.atom == atom.kind }) { return known.key }
    guard atom.isNamed("----"), text(in: "mean", of: atom, in: room) == mean,
      let key = text(in: "name", of: atom, in: room), key != gapless
    else { return nil }
    // Other programs also store values that are not text.
    let isText = MPEG4Boxes(bytes: room, range: atom.contents).allSatisfy { box in
      let type = room.part(from: box.contents.lowerBound, count: 4)
      return !box.isNamed("data") || type?.elementsEqual([0, 0, 0, 1]) == true
    }
    return isText || key.hasPrefix(TakeTags.prefix) ? key : nil
  }

  private static func isGapless(_ atom: MPEG4Box, in room: ArraySlice<UInt8>) -> Bool {
    atom.isNamed("----") && text(in: "name", of: atom, in: room) == gapless
  }

  /// The text of the box with this name in a free-form atom; `nil` if there is none.
  private static func text(
    in name: String, of atom: MPEG4Box, in room: ArraySlice<UInt8>
  ) -> String? {
    guard let box = MPEG4Box.first(name, in: room, range: atom.contents),
      let bytes = room.part(from: box.contents.lowerBound + 4, count: box.contents.count - 4)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// True if boxes fill the space for tags to its end, and the first of these boxes holds the tags.
  static func isWhole(_ room: ArraySlice<UInt8>) -> Bool {
    guard let list = MPEG4Box(room.prefix(16), offset: 0), list.isNamed("ilst"),
      list.bytes <= room.count
    else { return false }
    return isFilled(room, list.contents) && isFilled(room, list.bytes..<room.count)
  }

  private static func isFilled(_ room: ArraySlice<UInt8>, _ range: Range<Int>) -> Bool {
    MPEG4Boxes(bytes: room, range: range).reduce(range.lowerBound) { $1.offset + $1.bytes }
      == range.upperBound
  }

  /// The length of the audio in frames, as the tags of a finished file state it; `nil` if they do not.
  static func statedFrames(in room: ArraySlice<UInt8>) -> Int? {
    guard let list = MPEG4Box.first("ilst", in: room, range: 0..<room.count),
      let atom = MPEG4Box.first("----", in: room, range: list.contents),
      let name = MPEG4Box.first("name", in: room, range: atom.contents),
      room.part(from: name.contents.lowerBound + 4, count: gapless.utf8.count)?
        .elementsEqual(gapless.utf8) == true,
      let data = MPEG4Box.first("data", in: room, range: atom.contents),
      let text = room.part(from: data.contents.lowerBound + 8, count: data.contents.count - 8)
    else { return nil }
    let words = String(decoding: text, as: UTF8.self).split(separator: " ")
    guard words.count > 3, let frames = Int(words[3], radix: 16), frames > 0 else { return nil }
    return frames
  }

  /// The bytes that fill the space for tags with these fields; `nil` if the fields do not fit.
  ///
  /// - Parameter others: atoms of other programs, as bytes.
  static func packed(
    _ fields: [MetadataField], frames: Int?, others: [UInt8], into count: Int
  ) -> [UInt8]? {
    var list = atom(named: gapless, value: delayText(frames: frames))
    // MPEG-4 tags have no standard form for chapters, so these are left out; the markers are also among the other
    // fields.
    for field in fields where !field.key.hasPrefix("CHAPTER") {
      if let known = known.first(where: { $0.key == field.key }) {
        list += MPEG4Box.made(known.atom, data(field.value))
      } else {
        list += atom(named: field.key, value: field.value)
      }
    }
    let bytes = MPEG4Box.made("ilst".utf8, list + others)
    guard bytes.count + 8 <= count else { return nil }
    return bytes
      + MPEG4Box.made("free".utf8, [UInt8](repeating: 0, count: count - bytes.count - 8))
  }

  /// In hexadecimal digits, the delay at the start, the silence that fills the last frame, and the length of the audio.
  private static func delayText(frames: Int?) -> String {
    let length = frames ?? 0
    let rest = frames == nil ? 0 : (1024 - (length + encoderDelay) % 1024) % 1024
    let head = [(0, 8), (encoderDelay, 8), (rest, 8), (length, 16)].map {
      $0.0.hexadecimal(digits: $0.1, uppercase: true)
    }
    return " " + (head + [String](repeating: "00000000", count: 8)).joined(separator: " ")
  }

  private static func atom(named name: String, value: String) -> [UInt8] {
    let flags: [UInt8] = [0, 0, 0, 0]
    return MPEG4Box.made(
      "----".utf8,
      MPEG4Box.made("mean".utf8, flags + Array(mean.utf8))
        + MPEG4Box.made("name".utf8, flags + Array(name.utf8)) + data(value))
  }

  /// A data box with text in UTF-8 (type 1), for which no language is stated.
  private static func data(_ value: String) -> [UInt8] {
    MPEG4Box.made("data".utf8, [0, 0, 0, 1, 0, 0, 0, 0] + Array(value.utf8))
  }
}

import Essentials

/// The `iXML` chunk of a take: the fields that every editor of field recordings reads, and all other fields below
/// `USER`.
///
/// Fields that can still change during recording come last: first gaps and markers, whose number only grows, then the
/// end. Nothing before them changes its length. So if a file is cut off while its chunk is being rewritten, everything
/// before the cut is intact.
///
/// - Source: iXML specification 3.01, Gallery Software, which names the elements.
struct IXML: Sendable {
  /// The metadata of the take.
  var metadata: TakeMetadata
  /// The format of the audio.
  var format: AudioFormat
  /// True if the document includes the list of tracks for editors.
  var listsTracks = true

  private static let closing = "</BWFXML>\n"
  static let (userStart, userEnd) = ("<USER>\n<PINNA>\n", "</PINNA>\n</USER>\n")
  private func pointsStart(_ count: Int) -> String {
    "<SYNC_POINT_LIST>\n" + Self.element(MetadataField("SYNC_POINT_COUNT", "\(count)"))
  }
  private static let pointsEnd = "</SYNC_POINT_LIST>\n"
  /// The number of bytes reserved for the count of the gaps and markers that were left out.
  private static let omittedBytes = 64
  /// The most gaps, markers and points to try: no head has space for as many.
  private static let mostEvents = 512

  /// The document in exactly this many bytes, padded with spaces; it is always complete.
  ///
  /// If the document is too long, parts of it are shortened or left out in the order given at ``fitted(to:)``. The
  /// document states how many gaps and markers were left out, and its totals always cover all gaps; a finished WAV file
  /// has all gaps and markers as cue points.
  func payload(bytes: Int) -> [UInt8] {
    let text = fitted(to: bytes).text(bytes: bytes)
    return Array(text.utf8) + [UInt8](repeating: 32, count: max(0, bytes - text.utf8.count))
  }

  /// The size in bytes of the document if it contained no gaps, markers or points.
  var leastBytes: Int {
    let (stable, ending) = fields(metadata)
    return frame(ending).utf8.count + Self.omittedBytes
      + stable.reduce(0) { $0 + Self.element($1).utf8.count }
  }

  /// The document, in at most this many bytes.
  private func text(bytes: Int) -> String {
    let (stable, ending) = fields(metadata)
    var room = bytes - frame(ending).utf8.count
    let (stableTexts, stableBytes) = Self.fitting(stable.lazy.map(Self.element), bytes: room)
    room -= stableBytes
    // Use at most half of the space here, so that the other half remains for the points that editors can read.
    let shown = shown(bytes: room / 2 - Self.omittedBytes)
    var events = shown.events.map(Self.element).joined()
    if shown.omittedEvents > 0 {
      events += Self.element(MetadataField("EVENTS_OMITTED", "\(shown.omittedEvents)"))
    }
    if events.utf8.count > room { events = "" }
    room -=
      events.utf8.count + pointsStart(Self.mostEvents).utf8.count + Self.pointsEnd.utf8.count
    let places = metadata.limited(toEvents: Self.mostEvents).places
    let fitting = Self.fitting(places.lazy.map(point), bytes: room).texts
    let points =
      fitting.isEmpty ? "" : pointsStart(fitting.count) + fitting.joined() + Self.pointsEnd
    return start + stableTexts.joined() + events + ending.map(Self.element).joined()
      + Self.userEnd + points + Self.closing
  }

  /// The metadata with as many gaps as fit into this many bytes, and then as many markers.
  private func shown(bytes: Int) -> TakeMetadata {
    var shown = metadata.limited(toEvents: Self.mostEvents)
    let gaps = Self.fitting(shown.gaps.lazy.map { Self.element($0.field) }, bytes: bytes)
    let markers = Self.fitting(
      shown.markers.lazy.map { Self.element($0.field) },
      bytes: gaps.texts.count == shown.gaps.count ? bytes - gaps.bytes : 0)
    shown = shown.limited(toEvents: gaps.texts.count + markers.texts.count)
    return shown
  }

  private var start: String { head + Self.userStart }

  /// The document with the fields that never change; gaps and markers are to be put in the middle of it.
  private func frame(_ ending: [MetadataField]) -> String {
    start + ending.map(Self.element).joined() + Self.userEnd + Self.closing
  }

  /// The elements of the fields that never change, and those of the end.
  private func fields(
    _ metadata: TakeMetadata
  ) -> (stable: [MetadataField], ending: [MetadataField]) {
    var quiet = metadata
    (quiet.statedGaps, quiet.gaps, quiet.markers) = (metadata.gapTotals, [], [])
    let all = quiet.fields
    let endingKeys: Set = [
      "PARTS", "ENDED_BY", "ENDED", "GAPS", "AUDIO_CRC32", TakeMetadata.pairsKey,
    ]
    return (
      all.filter { !endingKeys.contains($0.key) }, all.filter { endingKeys.contains($0.key) }
    )
  }

  /// The number of files in the take; while it is unknown, as many spaces.
  private var totalFiles: String {
    let number = (metadata.totalFiles ?? 0).decimal(digits: 4)
    let element = Self.element(MetadataField("TOTAL_FILES", number))
    return metadata.totalFiles == nil
      ? String(repeating: " ", count: element.utf8.count - 1) + "\n" : element
  }

  /// As many of the texts, from the first on, as fit.
  private static func fitting(
    _ texts: some Sequence<String>, bytes: Int
  ) -> (texts: [String], bytes: Int) {
    var (kept, used): ([String], Int) = ([], 0)
    for text in texts {
      guard used + text.utf8.count <= bytes else { break }
      kept.append(text)
      used += text.utf8.count
    }
    return (kept, used)
  }

  private var head: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<BWFXML>\n"
    func add(_ key: String, _ value: String) { text += Self.element(MetadataField(key, value)) }
    add("IXML_VERSION", "3.01")
    if metadata.recorder == nil {
      add("PROJECT", "Pinna")
      add("SCENE", metadata.title ?? metadata.date.dayText)
      add("TAKE", String(metadata.take.split(separator: "_").last ?? ""))
      if let note = metadata.note { add("NOTE", note) }
    }
    if let rating = metadata.rating {
      add("CIRCLED", rating == .keep ? "TRUE" : "FALSE")
      add("TAKE_TYPE", rating == .keep ? "DEFAULT" : "NO_GOOD")
    }
    add("FILE_UID", metadata.fileUID)
    add("PRE_RECORD_SAMPLECOUNT", "\(metadata.part == 0 ? metadata.preRollFrames : 0)")
    text += "<SPEED>\n"
    add("FILE_SAMPLE_RATE", "\(format.rate)")
    add("DIGITIZER_SAMPLE_RATE", "\(metadata.rate)")
    add("AUDIO_BIT_DEPTH", "\(format.samples.bits)")
    add("TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI", "\(metadata.timeReference >> 32)")
    add("TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO", "\(metadata.timeReference & 0xFFFF_FFFF)")
    add("TIMESTAMP_SAMPLE_RATE", "\(format.rate)")
    text += "</SPEED>\n<FILE_SET>\n" + totalFiles
    // A file of another recorder may have no identity, and no names of its channels.
    if !metadata.familyID.isEmpty { add("FAMILY_UID", metadata.familyID) }
    add("FAMILY_NAME", metadata.take)
    add("FILE_SET_INDEX", metadata.fileSetIndex)
    return text + "</FILE_SET>\n" + location + tracks
  }

  /// The place of the take, in the form that editors read.
  private var location: String {
    guard let place = metadata.place else { return "" }
    var text = "<LOCATION>\n"
    if let name = place.name { text += Self.element(MetadataField("LOCATION_NAME", name)) }
    let position = place.position.replacing(" ", with: ", ")
    text += Self.element(MetadataField("LOCATION_GPS", position))
    if let elevation = place.elevation {
      text += Self.element(MetadataField("LOCATION_ALTITUDE", Place.decimal(elevation)))
    }
    return text + "</LOCATION>\n"
  }

  private var tracks: String {
    guard listsTracks else { return "" }
    var text = "<TRACK_LIST>\n"
    let names = metadata.tracks.map(\.name)
    let count = max(names.count, format.channels)
    text += Self.element(MetadataField("TRACK_COUNT", "\(count)"))
    for index in 0..<count {
      text += "<TRACK>\n"
      text += Self.element(MetadataField("CHANNEL_INDEX", "\(index + 1)"))
      text += Self.element(MetadataField("INTERLEAVE_INDEX", "\(index + 1)"))
      if index < names.count { text += Self.element(MetadataField("NAME", names[index])) }
      text += "</TRACK>\n"
    }
    return text + "</TRACK_LIST>\n"
  }

  private func point(_ marker: TakeMarker) -> String {
    let place = metadata.timeReference + marker.frame - metadata.firstFrame
    var text = "<SYNC_POINT>\n"
    func add(_ key: String, _ value: String) { text += Self.element(MetadataField(key, value)) }
    add("SYNC_POINT_TYPE", "ABSOLUTE")
    add("SYNC_POINT_FUNCTION", "MARKER")
    add("SYNC_POINT_COMMENT", marker.label)
    add("SYNC_POINT_LOW", "\(place & 0xFFFF_FFFF)")
    add("SYNC_POINT_HIGH", "\(place >> 32)")
    add("SYNC_POINT_EVENT_DURATION", "0")
    return text + "</SYNC_POINT>\n"
  }

  private static func element(_ field: MetadataField) -> String {
    "<\(field.key)>\(escaped(field.value))</\(field.key)>\n"
  }

  /// The text, with the characters escaped that a parser would take for markup, and spaces in place of control
  /// characters.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case _
      where scalar.value < 32 || (0x7F...0x9F).contains(scalar.value)
        || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The `iXML` chunk of a take: what every editor of field recordings reads, and everything else below `USER`.
///
/// What can still change while the take is made comes last, and nothing before it changes its length: gaps and markers,
/// which only become more, then the end. A file whose chunk was cut off in a rewrite has all that came before the cut.
///
/// - Source: iXML specification 3.01, Gallery Software (the names of the elements).
struct IXML: Sendable {
  /// What is said.
  var metadata: TakeMetadata
  /// The shape of the audio.
  var format: AudioFormat

  private static let closing = "</BWFXML>\n"

  /// The text in exactly so many bytes, padded with spaces.
  ///
  /// Markers and gaps that there is no room for are left out, the last ones first, and counted. A finished WAV file has all
  /// of them as cue points.
  func payload(bytes: Int) -> [UInt8] {
    let (stable, events, ending) = fields
    var text = head
    text += "<USER>\n<PINNA>\n" + stable.map(Self.element).joined()
    let userEnd = ending.map(Self.element).joined() + Self.userEnd
    var room = bytes - text.utf8.count - userEnd.utf8.count - Self.closing.utf8.count
    // Half of the room at most, so that the points that editors know have the other half.
    let (kept, keptBytes) = Self.fitting(events.map(Self.element), bytes: room / 2 - 64)
    text += kept.joined()
    room -= keptBytes
    let count = metadata.omittedEvents + events.count - kept.count
    if count > 0 {
      let omitted = Self.element(MetadataField("EVENTS_OMITTED", "\(count)"))
      text += omitted
      room -= omitted.utf8.count
    }
    text += userEnd
    let (points, _) = Self.fitting(
      metadata.markers.map(point),
      bytes: room - pointsStart(metadata.markers.count).utf8.count - Self.pointsEnd.utf8.count)
    if !points.isEmpty { text += pointsStart(points.count) + points.joined() + Self.pointsEnd }
    text += Self.closing
    let padding = [UInt8](repeating: 32, count: max(0, bytes - text.utf8.count))
    return Array(text.utf8.prefix(bytes)) + padding
  }

  private static let userEnd = "</PINNA>\n</USER>\n"
  private func pointsStart(_ count: Int) -> String {
    "<SYNC_POINT_LIST>\n" + Self.element(MetadataField("SYNC_POINT_COUNT", "\(count)"))
  }
  private static let pointsEnd = "</SYNC_POINT_LIST>\n"

  /// Fields that never change, gaps and markers, and how it ended.
  private var fields: (stable: [MetadataField], events: [MetadataField], ending: [MetadataField]) {
    let all = metadata.fields
    let eventKeys: Set = ["GAP", "MARKER"]
    let endingKeys: Set = ["PARTS", "ENDED", "AUDIO_CRC32"]
    return (
      all.filter { !eventKeys.contains($0.key) && !endingKeys.contains($0.key) },
      all.filter { eventKeys.contains($0.key) }, all.filter { endingKeys.contains($0.key) }
    )
  }

  /// How many files the take has, or as many spaces while nobody knows.
  private var totalFiles: String {
    let digits = "\(metadata.totalFiles ?? 0)"
    let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let element = Self.element(MetadataField("TOTAL_FILES", number))
    return metadata.totalFiles == nil
      ? String(repeating: " ", count: element.utf8.count - 1) + "\n" : element
  }

  /// As many of the texts as fit.
  private static func fitting(_ texts: [String], bytes: Int) -> (texts: [String], bytes: Int) {
    var used = 0
    let kept = texts.prefix { text in
      used += text.utf8.count
      return used <= bytes
    }
    return (Array(kept), kept.reduce(0) { $0 + $1.utf8.count })
  }

  private var head: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<BWFXML>\n"
    func add(_ key: String, _ value: String) { text += Self.element(MetadataField(key, value)) }
    add("IXML_VERSION", "3.01")
    if metadata.recorder == nil {
      add("PROJECT", "Pinna")
      add("SCENE", metadata.date.dayText)
      add("TAKE", String(metadata.take.split(separator: "_").last ?? ""))
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
    add("FAMILY_UID", metadata.familyID)
    add("FAMILY_NAME", metadata.take)
    add("FILE_SET_INDEX", metadata.fileSetIndex)
    return text + "</FILE_SET>\n" + tracks
  }

  private var tracks: String {
    var text = "<TRACK_LIST>\n"
    text += Self.element(MetadataField("TRACK_COUNT", "\(metadata.tracks.count)"))
    for (index, track) in metadata.tracks.enumerated() {
      text += "<TRACK>\n"
      text += Self.element(MetadataField("CHANNEL_INDEX", "\(index + 1)"))
      text += Self.element(MetadataField("INTERLEAVE_INDEX", "\(index + 1)"))
      text += Self.element(MetadataField("NAME", track.name))
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

  /// Text that no parser can take for markup; control characters become spaces.
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

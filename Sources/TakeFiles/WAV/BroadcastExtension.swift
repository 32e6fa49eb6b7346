/// The `bext` chunk of a Broadcast Wave file, version 2.
///
/// - Source: EBU Tech 3285 version 2; EBU R 98 (coding history), EBU R 99 (originator reference).
public struct BroadcastExtension: Sendable, Equatable {
  /// The description of the contents: up to 256 ASCII characters.
  public var description = ""
  /// The name of the maker: up to 32 ASCII characters.
  public var originator = ""
  /// A unique reference for the recording: up to 32 ASCII characters.
  public var originatorReference = ""
  /// The date of the first frame, as `yyyy-mm-dd`.
  public var date = ""
  /// The time of the first frame, as `hh:mm:ss`.
  public var time = ""
  /// The number of frames from midnight to the first frame.
  public var timeReference = 0
  /// How the audio was coded, in lines that end with CR LF.
  public var codingHistory = ""
  /// The loudness of the file; `nil` if it was not measured.
  public var loudness: Loudness?

  /// An empty chunk.
  public init() {}

  /// The number of bytes that precede the coding history.
  static let fixedBytes = 602
  /// The value that means that a loudness was not measured.
  private static let unmeasured: Int16 = 0x7FFF

  /// The contents of the chunk, with this many bytes of space for the coding history.
  func payload(historyBytes: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.fixedBytes + historyBytes)
    bytes.append(ascii: description, bytes: 256)
    bytes.append(ascii: originator, bytes: 32)
    bytes.append(ascii: originatorReference, bytes: 32)
    bytes.append(ascii: date, bytes: 10)
    bytes.append(ascii: time, bytes: 8)
    bytes.append(littleEndian: UInt64(max(0, timeReference)))
    bytes.append(littleEndian: UInt16(2))
    // There is no UMID. Of the loudness fields, the range and the largest momentary and short-term values are marked as
    // not measured.
    bytes.append(contentsOf: [UInt8](repeating: 0, count: 64))
    for value in [loudness?.integrated, nil, loudness?.truePeak, nil, nil] {
      bytes.append(littleEndian: Self.hundredths(value))
    }
    bytes.append(contentsOf: [UInt8](repeating: 0, count: 180))
    bytes.append(ascii: codingHistory, bytes: historyBytes)
    return bytes
  }
}

extension BroadcastExtension {
  /// A loudness value in the form in which the chunk stores it, in hundredths.
  ///
  /// - Source: EBU Tech 3285 version 2, section 2.4: the value is rounded to the nearest hundredth; outside -99.99 to
  ///   99.99 it is 0x7FFF.
  private static func hundredths(_ value: Double?) -> Int16 {
    guard let value, abs(value) <= 99.99 else { return unmeasured }
    return Int16((100 * value).rounded())
  }

  /// The chunk for the metadata of a take.
  init(_ metadata: TakeMetadata, format: AudioFormat) {
    self.init()
    loudness = metadata.loudness
    var line = "A=PCM,F=\(format.rate),W=\(format.samples.bits)"
    if let mode = [1: "mono", 2: "stereo"][format.channels] { line += ",M=\(mode)" }
    if let recorder = metadata.recorder {
      description = metadata.notes.joined(separator: "; ")
      originator = recorder
      codingHistory = line + ",T=Pinna\r\n"
    } else {
      describe(metadata)
      codingHistory = line + ",T=Pinna;\(metadata.boardID);\(metadata.captureFormat)\r\n"
    }
    timeReference = metadata.timeReference
    guard metadata.hasDate else { return }
    date = metadata.date.dayText
    time = metadata.date.timeText
  }

  private mutating func describe(_ metadata: TakeMetadata) {
    var words = "\(metadata.take) \(metadata.content.rawValue): board \(metadata.boardID), "
    words += [metadata.dataSource, metadata.pattern, metadata.orientation ?? ""]
      .filter { !$0.isEmpty }.joined(separator: " ")
    if !metadata.isClockSet { words += ", clock not set" }
    if let place = metadata.place {
      words += ", at \(place.name.map { "\($0), " } ?? "")\(place.position)"
    }
    description = words + ", ended: \(metadata.endWords)"
    originator = (["Pinna"] + [metadata.unitName].compactMap { $0 }).joined(separator: " ")
    originatorReference = Self.reference(metadata)
  }

  /// A reference of 32 characters: country, organisation, serial number, time and a random number.
  ///
  /// - Source: EBU R 99; ISO 3166 reserves the country code ZZ for users.
  private static func reference(_ metadata: TakeMetadata) -> String {
    let unit = metadata.unitSerial.map { $0.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } }
    let word = (unit ?? metadata.boardID.filter { $0 != "-" }).prefix(12)
    let serial = word + String(repeating: "0", count: 12 - word.count)
    let time = metadata.date.timeText.filter { $0 != ":" }
    let random = metadata.familyID.compactMap(\.hexDigitValue).map { "\($0 % 10)" }.joined()
    return "ZZPIN" + serial + time + random.prefix(9)
  }
}

extension [UInt8] {
  /// Appends ASCII text as a field of fixed length, padded with zeros; other characters become question marks.
  fileprivate mutating func append(ascii text: String, bytes: Int) {
    let characters = text.map { $0.utf8.first.flatMap { $0 < 128 ? $0 : nil } ?? 63 }
    // CR LF is a single character in Swift, but two in the field.
    let field = text.utf8.allSatisfy { $0 < 128 } ? Array(text.utf8) : characters
    append(contentsOf: field.prefix(bytes))
    append(contentsOf: [UInt8](repeating: 0, count: bytes - Swift.min(bytes, field.count)))
  }
}

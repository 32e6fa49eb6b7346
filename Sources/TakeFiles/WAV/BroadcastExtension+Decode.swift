extension BroadcastExtension {
  /// Parses the contents of a `bext` chunk of any version; if the chunk is short, the fields beyond its end stay empty.
  ///
  /// - Source: EBU Tech 3285, 2.3: fields are at fixed offsets, and a text ends at a zero byte or where its field ends.
  init?(decoding bytes: [UInt8]) {
    // A chunk that ends before the version field is not believed at all.
    guard bytes.count >= 348 else { return nil }
    self.init()
    description = bytes[0..<256].storedText
    originator = bytes[256..<288].storedText
    originatorReference = bytes[288..<320].storedText
    date = bytes[320..<330].storedText
    time = bytes[330..<338].storedText
    timeReference = Int(clamping: bytes.littleEndian(UInt64.self, at: 338))
    if bytes.count > 602 { codingHistory = bytes[602...].storedText }
  }

  /// The date and time of the first sample; `nil` if they are invalid, such as all zeros.
  ///
  /// Recorders use different separators: the standard allows `-`, `_`, `:`, a space and a dot.
  var civilDate: CivilDate? {
    let (day, clock) = (Self.numbers(in: date), Self.numbers(in: time))
    guard day.count == 3, clock.count >= 2, day[0] > 1900, (1...12).contains(day[1]),
      (1...31).contains(day[2]), (0...23).contains(clock[0]), (0...59).contains(clock[1])
    else { return nil }
    return CivilDate(
      year: day[0], month: day[1], day: day[2], hour: clock[0], minute: clock[1],
      second: clock.count > 2 ? min(clock[2], 59) : 0)
  }

  /// The date and time as the chunk states them, if they are set but have another form than the standard allows.
  var unreadDate: String? {
    let isSet = civilDate == nil && Self.numbers(in: date).contains { $0 != 0 }
    return isSet ? "\(date) \(time)".singleLine : nil
  }

  private static func numbers(in text: String) -> [Int] {
    text.split { !("0"..."9").contains($0) }.prefix(3).compactMap { Int($0) }
  }
}

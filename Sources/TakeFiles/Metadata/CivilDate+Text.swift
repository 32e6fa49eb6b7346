import Essentials

extension CivilDate {
  /// The date and time as `YYYY-MM-DD HH:MM:SS`.
  public var text: String { "\(dayText) \(timeText)" }

  /// The date as `YYYY-MM-DD`.
  public var dayText: String {
    "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
  }

  /// The time as `HH:MM:SS`.
  public var timeText: String {
    "\(Self.digits(hour, 2)):\(Self.digits(minute, 2)):\(Self.digits(second, 2))"
  }

  /// Parses a text in the form of ``text``; `nil` for anything else.
  public init?(text: String) {
    let numbers = text.split { $0 == "-" || $0 == " " || $0 == ":" }.map { Int($0) ?? -1 }
    guard numbers.count == 6, text.utf8.count == 19, (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2]), (0...23).contains(numbers[3]), (0...59).contains(numbers[4]),
      (0...59).contains(numbers[5]), numbers[0] >= 0
    else { return nil }
    self.init(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
      second: numbers[5])
  }

  /// The number of seconds since midnight.
  public var secondOfDay: Int { hour * 3600 + minute * 60 + second }

  static func digits(_ value: Int, _ width: Int) -> String { max(0, value).decimal(digits: width) }
}

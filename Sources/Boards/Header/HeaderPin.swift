/// A pin of the 40-pin header of a Raspberry Pi, identified by its number: pins 1 and 2 are at the end near the card
/// slot, and the odd numbers are in the inner row.
///
/// - Source: Raspberry Pi documentation, "GPIO and the 40-pin header".
public struct HeaderPin: Sendable, Hashable, Comparable {
  /// The number of pins.
  public static let count = 40
  /// The signals of the pins, from pin 1: a GPIO line, a supply or ground.
  private static let signals: [Signal] = [
    .supply3V3, .supply5V, .gpio(2), .supply5V, .gpio(3), .ground, .gpio(4), .gpio(14), .ground,
    .gpio(15), .gpio(17), .gpio(18), .gpio(27), .ground, .gpio(22), .gpio(23), .supply3V3,
    .gpio(24), .gpio(10), .ground, .gpio(9), .gpio(25), .gpio(11), .gpio(8), .ground, .gpio(7),
    .gpio(0), .gpio(1), .gpio(5), .ground, .gpio(6), .gpio(12), .gpio(13), .ground, .gpio(19),
    .gpio(16), .gpio(26), .gpio(20), .ground, .gpio(21),
  ]

  /// The function of a pin.
  public enum Signal: Sendable, Hashable {
    /// 3.3 V.
    case supply3V3
    /// 5 V, which destroys parts made for 3.3 V.
    case supply5V
    /// Ground.
    case ground
    /// A GPIO line of the processor, by its number.
    case gpio(Int)

    /// The number of the GPIO line; `nil` for a supply or ground.
    public var gpio: Int? { if case .gpio(let number) = self { number } else { nil } }
  }

  /// The pin number, 1 to 40.
  public let number: Int

  /// Creates the pin with this number; `nil` if the number is not 1 to 40.
  public init?(_ number: Int) {
    guard (1...Self.count).contains(number) else { return nil }
    self.number = number
  }

  /// The pin of a GPIO line; `nil` if the line is not on the header.
  public init?(gpio: Int) {
    guard let index = Self.signals.firstIndex(of: .gpio(gpio)) else { return nil }
    number = index + 1
  }

  /// All pins, in order of their numbers.
  public static let all = (1...count).compactMap { HeaderPin($0) }

  /// The function of the pin.
  public var signal: Signal { Self.signals[number - 1] }

  /// True for the pins in the left column, if pin 1 is at the top.
  public var isOdd: Bool { number % 2 == 1 }

  /// The row of the pin, counted from 0 at the top.
  public var row: Int { (number - 1) / 2 }

  /// The nearest pin to a row with this function; if two pins are equally near, the pin with the lower number.
  public static func nearest(_ signal: Signal, toRow row: Int) -> HeaderPin? {
    all.filter { $0.signal == signal }.min { abs($0.row - row) < abs($1.row - row) }
  }

  /// True if the first pin comes before the second along the header.
  public static func < (a: HeaderPin, b: HeaderPin) -> Bool { a.number < b.number }
}

extension HeaderPin.Signal: CustomStringConvertible {
  /// The name that board files use: "3V3", "5V", "GND" or "GPIO18".
  public var description: String {
    switch self {
    case .supply3V3: "3V3"
    case .supply5V: "5V"
    case .ground: "GND"
    case .gpio(let line): "GPIO\(line)"
    }
  }

  /// The function with this name, written as in ``description``; `nil` for any other name.
  public init?(name: String) {
    guard let found = HeaderPin.all.map(\.signal).first(where: { $0.description == name }) else {
      return nil
    }
    self = found
  }
}

/// A suggested header line for a button or light that is not yet in the board file.
///
/// Suggestions avoid lines that have a default use: GPIO 0 and 1 (identity of HATs), 2 and 3 (I2C), 7 to 11 (SPI), 14
/// and 15 (serial console), 18 to 21 (PCM).
///
/// - Source: Raspberry Pi documentation, alternative functions of the header.
public struct LineSuggestion: Sendable, Equatable {
  /// The table for the line, such as "buttons.record".
  public var table: String
  /// The number of the line.
  public var gpio: Int

  /// Creates a suggestion from its parts.
  public init(table: String, gpio: Int) {
    self.table = table
    self.gpio = gpio
  }

  /// The tables with suggestions, each with its best line.
  private static let wanted = [
    ("buttons.record", 23), ("buttons.source", 27), ("leds.record", 25), ("leds.status", 17),
  ]
  /// The other suggestions if the best line is taken, in order of preference.
  private static let pool = [23, 27, 25, 17, 22, 24, 5, 6, 16, 26, 12, 13, 4]

  /// The suggestions for a board; none if the free lines are unknown.
  public static func all(for board: Board) -> [LineSuggestion] {
    guard board.header?.suggests == true else { return [] }
    let named = board.contactLines
    var used = Set(named.compactMap(\.line.headerGPIO))
    var result: [LineSuggestion] = []
    for (table, best) in wanted where !named.contains(where: { $0.table == table }) {
      let own = table.hasPrefix("buttons.") ? board.header?.uses.filter(\.isButton) ?? [] : []
      let candidates = own.flatMap(\.lines) + (board.header?.free ?? []) + [best] + pool
      let line = candidates.first {
        !used.contains($0) && board.holder(ofGPIO: $0, besides: table) == nil
      }
      guard let line else { continue }
      used.insert(line)
      result.append(LineSuggestion(table: table, gpio: line))
    }
    return result
  }
}

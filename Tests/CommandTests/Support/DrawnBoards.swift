import Boards
import Glibc

/// Boards to draw.
enum DrawnBoards {
  /// A phone: 71.5 x 147 mm, microphones at the ends and on both faces.
  static let phone = Board(
    id: "phone", name: "Phone", source: "made for a test",
    capture: Capture(device: "hw:0", channels: 4),
    microphones: microphones([
      Vector3(-20, -72, 0), Vector3(20, -72, 0), Vector3(0, 72, 3), Vector3(-25, 66, -3.9),
    ]),
    body: Body(size: Vector3(0.0715, 0.147, 0.0078), model: .box),
    dataSources: [source(.back), source(.front)])

  /// Seven microphones, one in the middle, lying on a table and looking along +y.
  static let table = Board(
    id: "table", name: "Table-top <round>", source: "made for a test",
    capture: Capture(device: "hw:0", channels: 8),
    microphones: microphones([Vector3(0, 0, 0)] + ring(6, radius: 43)),
    dataSources: [source(.top)], orientation: .fixed(up: Vector3(0, 0, 1)))

  /// Microphones on a ring, hand-held, without a body.
  static func ring(of count: Int) -> Board {
    Board(
      id: "ring", name: "Ring of \(count)", source: "made for a test",
      capture: Capture(device: "hw:0", channels: count),
      microphones: microphones(ring(count, radius: 40)),
      dataSources: [source(.back), source(.front)])
  }

  /// Sixteen microphones in four rows, 12 mm apart.
  static let grid = Board(
    id: "grid", name: "Grid of 16", source: "made for a test",
    capture: Capture(device: "hw:0", channels: 16),
    microphones: microphones(
      (0..<16).map { Vector3(Double($0 % 4) * 12 - 18, Double($0 / 4) * 12 - 18, 0) }),
    body: Body(size: Vector3(0.06, 0.05, 0.003)),
    dataSources: [source(.back), source(.front)])

  /// Sixteen microphones in one row, 10 mm apart: too close for their numbers to stand between them.
  static let row = Board(
    id: "row", name: "Row of 16", source: "made for a test",
    capture: Capture(device: "hw:0", channels: 16),
    microphones: microphones((0..<16).map { Vector3(Double($0) * 10 - 75, 0, 0) }),
    dataSources: [source(.back), source(.front)])

  /// Hand-held, looks out of its top edge: has left and right only when held sideways.
  static let torch = Board(
    id: "torch", name: "Torch", source: "made for a test",
    capture: Capture(device: "hw:0", channels: 2),
    microphones: microphones([Vector3(0, 30, -10), Vector3(0, 30, 10)]),
    dataSources: [source(.top)])

  /// Two microphones on one spot of the page, one behind the other.
  static let stacked = Board(
    id: "stacked", name: "Stacked", source: "made for a test",
    capture: Capture(device: "hw:0", channels: 3),
    microphones: microphones([Vector3(0, 20, 4), Vector3(0, 20, -4), Vector3(0, -20, 4)]),
    body: Body(size: Vector3(0.03, 0.05, 0.01)),
    dataSources: [source(.back), source(.front)])

  static let all = [phone, table, ring(of: 4), ring(of: 8), ring(of: 16), grid, torch, stacked]

  private static func source(_ face: DeviceFace) -> DataSource {
    DataSource(
      name: face.rawValue.capitalizedWord, orientation: face, forward: face.direction,
      patterns: [.stereo], microphones: [0])
  }

  private static func microphones(_ millimetres: [Vector3]) -> [Microphone] {
    millimetres.enumerated().map {
      Microphone(name: "MIC\($0.offset + 1)", channel: $0.offset, position: $0.element / 1000)
    }
  }

  private static func ring(_ count: Int, radius: Double) -> [Vector3] {
    (0..<count).map {
      let angle = 2 * Double.pi * Double($0) / Double(count)
      return Vector3(radius * sin(angle), radius * cos(angle), 0)
    }
  }
}

extension String {
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}

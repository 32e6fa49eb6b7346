import Boards
import Synchronization

/// The responses of all microphones on the body of a board, either computed for a box or measured.
///
/// Directions are in the device frame; responses are relative to the undisturbed wave at the origin of this frame.
/// Tables for the grid that all designs share stay in memory while in use.
///
/// - Thread: any.
public final class BodyResponses: Sendable, Equatable {
  /// The origin of responses.
  public enum Source: Sendable, Equatable {
    /// Responses computed from weights of the wave on the surface.
    case surface(SurfaceWeights)
    /// Responses measured as impulse responses for many directions.
    case measured(MeasuredBody)
  }

  /// The origin of these responses.
  public let source: Source

  /// The number of tables in memory: one for each orientation of a data source.
  private static let keptTables = 4
  private let tables = Mutex<[(layout: Layout, table: ResponseTable)]>([])

  /// Creates responses from their source.
  public init(_ source: Source) { self.source = source }

  /// The number of microphones.
  public var microphones: Int { positions.count }

  /// The positions of the microphones in metres, in the device frame.
  public var positions: [Vector3] {
    switch source {
    case .surface(let weights): weights.microphones
    case .measured(let body): body.microphones
    }
  }

  /// The responses to waves from some directions in the device frame.
  public func table(towards directions: [Vector3]) -> ResponseTable {
    switch source {
    case .surface(let weights): weights.table(towards: directions)
    case .measured(let body): body.table(towards: directions)
    }
  }

  /// The responses to waves from the directions in ``DirectionGrid/standard``, with the device oriented as in a layout.
  public func standardTable(_ layout: Layout) -> ResponseTable {
    let kept = tables.withLock { $0 }
    if let same = kept.first(where: { $0.layout == layout }) { return same.table }
    let table: ResponseTable
    if let turned = kept.first(where: { $0.layout.isTurnedOver(layout) }) {
      // The directions relative to the device are the same in a different order; reordering saves a second of
      // computation.
      table = turned.table.reordered(DirectionGrid.standardTurnedOver)
    } else {
      table = self.table(towards: DirectionGrid.standard.directions.map(layout.device))
    }
    tables.withLock { tables in
      if tables.count >= Self.keptTables { tables.removeFirst() }
      tables.append((layout, table))
    }
    return table
  }

  /// True if the responses are equal, regardless of the tables in memory.
  public static func == (a: BodyResponses, b: BodyResponses) -> Bool {
    a === b || a.source == b.source
  }
}

extension Layout {
  /// True if the other layout has the same forward direction and the opposite up direction.
  fileprivate func isTurnedOver(_ other: Layout) -> Bool {
    forward == other.forward && up == -other.up && right == -other.right
  }
}

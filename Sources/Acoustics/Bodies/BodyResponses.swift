import Boards
import Synchronization

/// The responses of all microphones of a board on its body: computed for a box, or measured.
///
/// Directions are in the device frame, responses relative to the undisturbed wave at its origin. Tables for the grid
/// common to all designs are kept while in use.
///
/// - Thread: any.
public final class BodyResponses: Sendable, Equatable {
  /// The origin of responses.
  public enum Source: Sendable, Equatable {
    /// Computed: weights of the wave on the surface.
    case surface(SurfaceWeights)
    /// Measured: impulse responses by direction.
    case measured(MeasuredBody)
  }

  /// The origin of these responses.
  public let source: Source

  /// The number of tables kept: the orientations of one data source.
  private static let keptTables = 4
  private let tables = Mutex<[(layout: Layout, table: ResponseTable)]>([])

  /// Responses from their source.
  public init(_ source: Source) { self.source = source }

  /// The number of microphones.
  public var microphones: Int { positions.count }

  /// The positions of the microphones: metres, device frame.
  public var positions: [Vector3] {
    switch source {
    case .surface(let weights): weights.microphones
    case .measured(let body): body.microphones
    }
  }

  /// The responses from some directions of the device frame.
  public func table(towards directions: [Vector3]) -> ResponseTable {
    switch source {
    case .surface(let weights): weights.table(towards: directions)
    case .measured(let body): body.table(towards: directions)
    }
  }

  /// The responses from the directions of ``DirectionGrid/standard``, seen by a layout.
  public func standardTable(_ layout: Layout) -> ResponseTable {
    let kept = tables.withLock { $0 }
    if let same = kept.first(where: { $0.layout == layout }) { return same.table }
    let table: ResponseTable
    if let turned = kept.first(where: { $0.layout.isTurnedOver(layout) }) {
      // The same directions of the device in another order: this saves a second of computation.
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

  /// True if the responses are equal, whatever tables are kept.
  public static func == (a: BodyResponses, b: BodyResponses) -> Bool {
    a === b || a.source == b.source
  }
}

extension Layout {
  /// True if the other layout looks the same way but is upside down.
  fileprivate func isTurnedOver(_ other: Layout) -> Bool {
    forward == other.forward && up == -other.up && right == -other.right
  }
}

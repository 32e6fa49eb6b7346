import Boards

/// The box that a layout drawing shows as the device, in metres.
struct DeviceOutline: Sendable, Equatable {
  /// The corner with the smallest x, y and z.
  var lower: Vector3
  /// The corner with the largest x, y and z.
  var upper: Vector3

  /// The body of a board, or a box around its microphones where the body is not described.
  init(of board: Board) {
    if let body = board.body {
      lower = body.size * -0.5
      upper = body.size * 0.5
      return
    }
    let positions = board.microphones.map(\.position)
    let first = positions.first ?? .zero
    let low = positions.reduce(first) { pointwiseMin($0, $1) }
    let high = positions.reduce(first) { pointwiseMax($0, $1) }
    let extent = (high - low).max()
    let margin = Vector3(repeating: max(Self.leastMargin, extent * 0.2))
    lower = low - margin
    upper = high + margin
  }

  /// 5 mm: around microphones that are all on one spot.
  private static let leastMargin = 0.005

  /// The rectangle on the page, in metres, y UP: its lower left and upper right corners.
  func projected(from view: Viewpoint) -> (lower: SIMD2<Double>, upper: SIMD2<Double>) {
    let a = view.project(lower)
    let b = view.project(upper)
    return (pointwiseMin(a, b), pointwiseMax(a, b))
  }
}

extension Board {
  /// Indices of microphones that fall on the same place of the page, in the order of the board; most groups are of one.
  ///
  /// - Parameter distance: metres within which two are one.
  func microphonesByPlace(from view: Viewpoint, within distance: Double) -> [[Int]] {
    var groups: [[Int]] = []
    for index in microphones.indices {
      let place = view.project(microphones[index].position)
      let same = groups.firstIndex { group in
        let away = view.project(microphones[group[0]].position) - place
        return (away * away).sum().squareRoot() <= distance
      }
      if let same { groups[same].append(index) } else { groups.append([index]) }
    }
    return groups
  }

  /// Whether a microphone is on the half of the device that the viewer cannot see.
  ///
  /// Always `false` where all microphones are at the same depth, within 2 mm.
  func isOnFarSide(_ microphone: Int, from view: Viewpoint) -> Bool {
    let depths = microphones.map { view.depth($0.position) }
    guard let least = depths.min(), let most = depths.max(), most - least > 0.002 else {
      return false
    }
    return depths[microphone] < (least + most) / 2
  }
}

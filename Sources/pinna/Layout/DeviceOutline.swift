import Boards

/// The box of the device in a drawing of a layout, in metres.
struct DeviceOutline: Sendable, Equatable {
  /// The corner with the smallest x, y and z.
  var lower: Vector3
  /// The corner with the largest x, y and z.
  var upper: Vector3

  /// Makes the box from the body of a board or, if no body is described, from the places of its microphones.
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

  /// The smallest margin in metres, for microphones that are all in one place.
  private static let leastMargin = 0.005

  /// The rectangle of the box on the page in metres, with y UP: its lower left and upper right corners.
  func projected(from view: Viewpoint) -> (lower: SIMD2<Double>, upper: SIMD2<Double>) {
    let a = view.project(lower)
    let b = view.project(upper)
    return (pointwiseMin(a, b), pointwiseMax(a, b))
  }
}

extension Board {
  /// The indices of the microphones, grouped by their places on the page, in the order of the board; most groups have
  /// one.
  ///
  /// - Parameter distance: the metres within which two places count as the same.
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

  /// True if a microphone is in the half of the device that is away from the viewer.
  ///
  /// It is false for all microphones if their depths differ by less than 2 mm.
  func isOnFarSide(_ microphone: Int, from view: Viewpoint) -> Bool {
    let depths = microphones.map { view.depth($0.position) }
    guard let least = depths.min(), let most = depths.max(), most - least > 0.002 else {
      return false
    }
    return depths[microphone] < (least + most) / 2
  }
}

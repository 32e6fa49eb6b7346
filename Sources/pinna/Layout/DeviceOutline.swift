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

  /// True if the device hides a microphone from a viewer, who is in a direction of the device frame.
  ///
  /// The normal of the port shows this. A port without a normal, or with one to the side, is hidden if it is behind the
  /// middle of the device, by at least half of a thin board.
  func isOnFarSide(_ microphone: Int, toward viewer: Vector3) -> Bool {
    let (normal, position) = (microphones[microphone].normal, microphones[microphone].position)
    let facing = normal.map { dot($0, viewer) } ?? 0
    return abs(facing) > 0.1 ? facing < 0 : dot(position, viewer) < -0.001
  }
}

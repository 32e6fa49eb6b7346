import Boards

/// Boards made of positions alone, and the arrays that the figures to reach are told of.
///
/// They are fixtures of the figures, whatever the files in boards/ say. Positions are in millimetres.
public enum Arrays {
  /// A hand-held board with a back and a front data source.
  public static func handHeld(_ id: String, _ millimetres: [(Double, Double, Double)]) -> Board {
    board(
      id, millimetres, orientation: .handHeld,
      forwards: [("Back", Vector3(0, 0, -1)), ("Front", Vector3(0, 0, 1))])
  }

  /// A board that lies on a table and looks along +y.
  public static func table(_ id: String, _ millimetres: [(Double, Double, Double)]) -> Board {
    board(
      id, millimetres, orientation: .fixed(up: Vector3(0, 0, 1)),
      forwards: [("Top", Vector3(0, 1, 0))])
  }

  private static func board(
    _ id: String, _ millimetres: [(Double, Double, Double)], orientation: OrientationMode,
    forwards: [(String, Vector3)]
  ) -> Board {
    let microphones = millimetres.enumerated().map { index, p in
      Microphone(name: "M\(index + 1)", channel: index, position: Vector3(p.0, p.1, p.2) / 1000)
    }
    return Board(
      id: id, name: id, source: "test",
      capture: Capture(device: "hw:CARD=test", channels: millimetres.count),
      microphones: microphones,
      dataSources: forwards.map { name, forward in
        DataSource(
          name: name, orientation: DeviceFace(nearest: forward), forward: forward,
          patterns: [.omni, .cardioid, .subcardioid, .stereo],
          microphones: Array(microphones.indices))
      },
      orientation: orientation)
  }

  /// Two microphones in the bottom edge of a phone, one in its front and one in its back.
  public static let phone: [(Double, Double, Double)] = [
    (-22, -73.5, 0), (22, -73.5, 0), (0, 69, 4), (18, 61, -4),
  ]

  /// The phone on its rigid box, every microphone in the face that its port looks out of.
  public static let phoneWithBody: Board = {
    var board = handHeld("phone with its body", phone)
    board.body = Body(size: Vector3(71, 147, 8) / 1000, model: .box)
    let normals = [Vector3(0, -1, 0), Vector3(0, -1, 0), Vector3(0, 0, 1), Vector3(0, 0, -1)]
    for (index, normal) in normals.enumerated() { board.microphones[index].normal = normal }
    return board
  }()

  /// The corners of a square on the axes: the ReSpeaker 4-Mic HAT.
  public static let respeaker: [(Double, Double, Double)] = [
    (0, 40.5, 0), (40.5, 0, 0), (0, -40.5, 0), (-40.5, 0, 0),
  ]

  /// Seven in a circle around one: the MATRIX Voice.
  public static let matrix: [(Double, Double, Double)] = [
    (0, 0, 0), (-38.13, 3.58, 0), (-20.98, 32.04, 0), (11.97, 36.38, 0), (35.91, 13.32, 0),
    (32.81, -19.77, 0), (5.00, -37.97, 0), (-26.57, -27.58, 0),
  ]

  /// Two microphones, 60 mm apart.
  public static let pair: [(Double, Double, Double)] = [(-30, 0, 0), (30, 0, 0)]
}

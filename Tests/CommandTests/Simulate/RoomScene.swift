import Boards
import ReferenceArrays

@testable import CommandSupport

/// A board at a place of a room, and a source around it.
struct RoomScene: Sendable, CustomStringConvertible {
  /// A way to hold a board: words of the command line, and axes of the device frame that were typed, not computed.
  struct Hold: Sendable {
    /// The data source, which looks out of the face of this name.
    var source: String
    /// The orientation of a board that is held by hand.
    var orientation: String?
    /// The direction that is on the right.
    var right: Vector3
    /// The direction that is in front.
    var forward: Vector3
    /// The direction that is up.
    var up: Vector3
  }

  /// The name of the array.
  var name: String
  /// The positions of the microphones in the device frame, millimetres.
  var microphones: [(Double, Double, Double)]
  /// The way it is held in the room.
  var asHeld: Hold
  /// Another case of the board.
  var notAsHeld: Hold
  /// Edges of the room in metres.
  var room: [Double]
  /// Seconds until sound is 60 dB softer.
  var reverberation: Double
  /// The place of the board, metres.
  var place: [Double]
  /// The direction that it faces, degrees from the x axis towards the y axis.
  var facing: Double
  /// Metres to the sources.
  var distance: Double

  var description: String {
    "\(name), room of \(room[0]) x \(room[1]) x \(room[2]) m, \(reverberation) s, \(distance) m"
  }

  /// Degrees, positive to the right.
  static let azimuths = [0.0, 30, 60, 90, 150, -30, -60, -90, -150]
  /// Frames per azimuth.
  static let frames = 12000
  /// Frames per second.
  static let rate = 48000

  private static let upright = Hold(
    source: "back", orientation: "portrait", right: Vector3(1, 0, 0), forward: Vector3(0, 0, -1),
    up: Vector3(0, 1, 0))
  private static let sideways = Hold(
    source: "back", orientation: "landscapeRight", right: Vector3(0, -1, 0),
    forward: Vector3(0, 0, -1), up: Vector3(1, 0, 0))
  private static let lying = Hold(
    source: "top", right: Vector3(1, 0, 0), forward: Vector3(0, 1, 0), up: Vector3(0, 0, 1))
  private static let lyingTurned = Hold(
    source: "right", right: Vector3(0, -1, 0), forward: Vector3(1, 0, 0), up: Vector3(0, 0, 1))

  static let all = [
    RoomScene(
      name: "ReSpeaker 4 hand-held", microphones: Arrays.respeaker, asHeld: upright,
      notAsHeld: sideways, room: [6, 5, 3], reverberation: 0.35, place: [2.6, 2.2, 1.4],
      facing: 20, distance: 1.8),
    RoomScene(
      name: "phone landscape", microphones: Arrays.phone, asHeld: sideways, notAsHeld: upright,
      room: [6, 5, 3], reverberation: 0.35, place: [3.4, 2.3, 1.6], facing: 200, distance: 1.8),
    RoomScene(
      name: "MATRIX Voice table", microphones: Arrays.matrix, asHeld: lying,
      notAsHeld: lyingTurned, room: [4.6, 3.9, 2.7], reverberation: 0.5, place: [2.1, 1.8, 1.2],
      facing: -65, distance: 1.4),
  ]
}

extension RoomScene {
  /// The board file: microphones in free field, and a data source for each way of holding the board.
  var boardText: String {
    func row(_ v: Vector3) -> String { "[\(v.x), \(v.y), \(v.z)]" }
    let parts = microphones.enumerated().map { channel, p in
      """
      [[microphone]]
      name = "M\(channel + 1)"
      channel = \(channel)
      position = \(row(Vector3(p.0, p.1, p.2)))
      """
    }
    let isHandHeld = asHeld.orientation != nil
    let sources = (isHandHeld ? [asHeld] : [asHeld, notAsHeld]).map { hold in
      """
      [[data-source]]
      name = "\(hold.source)"
      orientation = "\(hold.source)"
      forward = \(row(hold.forward))
      patterns = ["stereo"]
      """
    }
    let orientation =
      isHandHeld ? "mode = \"hand-held\"" : "mode = \"fixed\"\nup = \(row(asHeld.up))"
    return """
      schema = 1
      name = "\(name)"
      source = "made for tests"
      [capture]
      device = "none"
      channels = \(microphones.count)
      \((parts + sources).joined(separator: "\n"))
      [orientation]
      \(orientation)

      """
  }

  /// The arguments of the script that makes the two files.
  func arguments(microphones recorded: String, ears: String) -> [String] {
    func words(_ values: [Double]) -> [String] { values.map { "\($0)" } }
    var all = ["--rate", "\(Self.rate)", "--frames", "\(Self.frames)", "--room"] + words(room)
    all += ["--reverberation", "\(reverberation)", "--place"] + words(place)
    all += ["--facing", "\(facing)", "--distance", "\(distance)"]
    for azimuth in Self.azimuths { all += ["--azimuth", "\(azimuth)"] }
    all += ["--channels", "\(microphones.count)"]
    for (channel, p) in microphones.enumerated() {
      let place = Vector3(p.0, p.1, p.2) / 1000
      let axes: [Vector3] = [asHeld.right, asHeld.forward, asHeld.up]
      all += ["--microphone", "\(channel)"] + words(axes.map { dot($0, place) })
    }
    return all + ["--head", RoomSimulator.head, recorded, ears]
  }
}

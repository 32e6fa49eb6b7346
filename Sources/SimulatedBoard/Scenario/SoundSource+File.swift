import Boards
import Glibc
import TOML
import TakeFiles

extension SoundSource {
  /// The allowed distances of a source in metres; at less than a hand's breadth, the model of a point source no
  /// longer holds.
  static let distances = 0.1...1000.0
  /// The ranges of azimuths in degrees, of levels in dBFS, and of the frequencies of tones in hertz.
  package static let (azimuths, levels, tones) = (-360.0...360.0, -140.0...20.0, 1.0...96000.0)

  /// The keys that state the kind of sound; the key "wind" makes a ``WindSource``.
  static let kinds = ["file", "tone", "noise", "voice", "wind"]
  static let exampleKind = "noise = \"pink\""

  init(_ table: TOMLTable, directory: String, duration: Double) throws(TOMLError) {
    let sound = try Self.sound(table, directory: directory)
    let position = try Self.position(table, duration: duration)
    self.init(sound: sound, position: position)
    place = Scenario.Place(line: table.error("").line, column: table.error("").column)
    level = try table.double("level", in: Self.levels, unit: "dBFS") ?? level
    (start, until) = try table.soundingTime(duration: duration)
    isLooped = try table.bool("loop") ?? false
    switch sound {
    case .file, .voice, .spoken: break
    case .tone, .noise:
      guard !isLooped else {
        throw table.error(
          at: "loop", "is for file and voice; tones and noise have no end", "remove it")
      }
    }
  }

  private static func sound(_ table: TOMLTable, directory: String) throws(TOMLError) -> Sound {
    switch try table.exactlyOne(of: kinds, example: exampleKind) {
    case "file":
      let name = try table.string("file", example: "\"voice.wav\"")
      let path = name.hasPrefix("/") ? name : directory + name
      try check(wav: path, table)
      return .file(path: path)
    case "tone":
      let frequency = try table.double("tone", in: tones, unit: "Hz", example: "440.0")
      return .tone(frequency: frequency)
    case "voice":
      let pitches = SyntheticVoice.pitches
      return .voice(pitch: try table.double("voice", in: pitches, unit: "Hz", example: "120.0"))
    default:
      return .noise(try table.choice("noise", Noise.self, example: "\"pink\""))
    }
  }

  /// Reports a missing or damaged WAV file as soon as the scenario is read.
  private static func check(wav path: String, _ table: TOMLTable) throws(TOMLError) {
    do throws(TakeFileError) {
      _ = try WAVReader.open(path: path)
    } catch {
      var problem = table.error(
        at: "file", error.description, "names are relative to the scenario file")
      if case .notWAV = error {
        problem = table.error(
          at: "file", "\(path): is not a WAV file", "convert it: ffmpeg -i NAME NAME.wav")
      }
      if case .system(_, _, let code) = error { problem.cause = .file(errno: code) }
      throw problem
    }
  }

  private static func position(
    _ table: TOMLTable, duration: Double
  ) throws(TOMLError) -> Position {
    let key = try table.exactlyOne(of: ["azimuth", "device", "path"], example: "azimuth = -45.0")
    if key != "azimuth", table.contains("elevation") {
      throw table.error(at: "elevation", "is for azimuth, not for \(key)", "remove it")
    }
    if key == "path" {
      if table.contains("distance") {
        throw table.error(at: "distance", "is already in every point of the path", "remove it")
      }
      return .path(try path(table, duration: duration))
    }
    let distance = try distance(table)
    if key == "device" {
      let v = try table.doubles(key, count: 3, in: -1000...1000, example: "[0, 0, 1]")
      let direction = Vector3(v[0], v[1], v[2])
      guard direction.length > 0 else {
        throw table.error(at: key, "has no direction", "write, for example, [0, 0, 1]")
      }
      return .device(direction, distance)
    }
    let azimuth = try table.double("azimuth", in: azimuths, unit: "degrees", example: "-45.0")
    let elevation = try table.double("elevation", in: -90...90, unit: "degrees") ?? 0
    return .listener(Direction(azimuth: azimuth, elevation: elevation), distance)
  }

  private static func distance(_ table: TOMLTable) throws(TOMLError) -> Distance {
    let expected = "metres (\(distances.lowerBound) to \(distances.upperBound)) or \"far\""
    switch try table.scalar("distance", expected: expected) {
    case nil, .string("far"): return .far
    case .string(let word):
      throw table.error(at: "distance", "is \"\(word)\"", "write \(expected)")
    case .number(let metres):
      guard distances.contains(metres) else {
        throw table.error(at: "distance", "is \(metres) m", "write \(expected)")
      }
      return .metres(metres)
    }
  }

  private static func path(_ table: TOMLTable, duration: Double) throws(TOMLError) -> [PathPoint] {
    let rows = try table.required(
      "path", table.rows("path", columns: 4), example: "[[0.0, -90, 0, 2.0], [5.0, 90, 0, 2.0]]")
    guard !rows.isEmpty else {
      throw table.error(at: "path", "is empty", "write rows of time, azimuth, elevation, distance")
    }
    var points: [PathPoint] = []
    for (index, row) in rows.enumerated() {
      func wrong(_ problem: String, _ remedy: String) -> TOMLError {
        table.error(at: "path", element: index, problem, remedy)
      }
      guard (0...duration).contains(row[0]) else {
        throw wrong("time \(row[0]) s is outside the scenario", "allowed: 0 to \(duration) s")
      }
      if let last = points.last, row[0] <= last.time {
        throw wrong(
          "time \(row[0]) s is not after \(last.time) s", "write the points in chronological order")
      }
      guard abs(row[1]) <= 36000, abs(row[2]) <= 90 else {
        throw wrong("is not a direction", "elevations are -90 to 90 degrees")
      }
      guard distances.contains(row[3]) else {
        throw wrong(
          "distance \(row[3]) m",
          "allowed: \(distances.lowerBound) to \(distances.upperBound) m")
      }
      let direction = Direction(azimuth: row[1], elevation: row[2])
      points.append(PathPoint(time: row[0], direction: direction, distance: row[3]))
    }
    return points
  }
}

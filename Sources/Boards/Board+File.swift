import TOML

extension Board {
  /// Reads a board file, `<id>.toml`; the files named in it must be in the same folder.
  ///
  /// - Throws: `TOMLError`, which states the file, line, column, key, problem and remedy.
  public static func load(path: String) throws(TOMLError) -> Board {
    var board = try load(TOMLTable.parse(file: path), id: BoardLibrary.id(ofPath: path))
    board.body = board.body?.inFolder(of: path)
    return board
  }

  /// Reads a board from the text of its file; error messages call the file `name`.
  ///
  /// - Throws: `TOMLError`, as ``load(path:)``.
  public static func load(text: String, name: String, id: String) throws(TOMLError) -> Board {
    try load(TOMLTable.parse(text: text, name: name), id: id)
  }

  /// Reads a board from the bytes of its file; error messages call the file `name`.
  ///
  /// - Throws: `TOMLError`, as ``load(path:)``, or if the bytes are not UTF-8.
  public static func load(bytes: [UInt8], name: String, id: String) throws(TOMLError) -> Board {
    try load(TOMLTable.parse(bytes: bytes, name: name), id: id)
  }

  /// Finds every error in a board file; finds no error if the file is valid.
  ///
  /// - Throws: `TOMLError` if the file cannot be read.
  public static func review(path: String) throws(TOMLError) -> TOMLReview {
    review(bytes: try TextFile.bytes(path: path), name: path)
  }

  /// Finds every error in the bytes of a board file; error messages call the file `name`.
  public static func review(bytes: [UInt8], name: String) -> TOMLReview {
    TOMLReview(bytes: bytes, name: name) { (file) throws(TOMLError) in
      _ = try load(file, id: BoardLibrary.id(ofPath: name))
    }
  }

  /// The version of the file format that this code reads.
  static let schema = 1

  private static let keys = [
    "schema", "name", "source", "capture", "microphone", "calibration", "body", "data-source",
    "orientation", "accelerometer", "buttons", "leds", "playback", "power", "battery",
    "header", "header-use", "part", "simulation",
  ]

  private static func load(_ file: TOMLTable, id: String) throws(TOMLError) -> Board {
    let version = try file.int("schema", example: "\(schema)")
    guard version == schema else {
      throw file.error(
        at: "schema", "is \(version)", "this version of Pinna reads schema \(schema)")
    }
    // Errors in the names of tables come first, because messages about other tables would only confuse.
    for key in keys { file.know(key) }
    try file.finish()
    let board = try parts(of: file, id: id)
    try file.finish()
    return board
  }

  private static func parts(of file: TOMLTable, id: String) throws(TOMLError) -> Board {
    let name = try file.label("name", most: 100, example: "\"My board\"")
    let source = try file.string("source", example: "\"measured with callipers on 2024-05-01\"")
    let capture = try Capture(file.requiredTable("capture"))
    let body = try Body.read(file.table("body"))
    let microphones = try Microphone.readAll(file, channels: capture.channels, body: body)
    try body?.checkRadius(microphones, file.table("body"))
    let orientation = try OrientationMode.read(file.table("orientation"))
    let calibration = try Calibration.read(file.table("calibration"))
    var lines = LinesInUse()
    return Board(
      id: id, name: name, source: source, capture: capture, microphones: microphones,
      calibration: calibration,
      statedMismatch: try Mismatch.read(file.table("calibration"), calibration), body: body,
      dataSources: try DataSource.readAll(file, microphones: microphones, orientation: orientation),
      orientation: orientation, accelerometer: try Accelerometer.read(file.table("accelerometer")),
      buttons: try InputLine.readAll(file.table("buttons"), &lines),
      leds: try LED.readAll(file.table("leds"), &lines),
      playback: try Playback.read(file.table("playback")),
      power: try InputLine.read(file.table("power"), &lines),
      battery: try KeyRule.optionalTable().read(file, "battery") ?? nil,
      header: try Header.read(file),
      simulation: try KeyRule.table.read(file, "simulation") ?? SimulatedSpread())
  }
}

extension Calibration {
  static func read(_ table: TOMLTable?) throws(TOMLError) -> Calibration {
    try table?.choice("state", Calibration.self) ?? .nominal
  }
}

extension KeyRule<String> {
  /// The rule for a key whose value is a name with the limits of `TOMLTable.label(_:most:example:)`.
  static func label(most: Int = 64, example: String) -> Self {
    .init { (table, key) throws(TOMLError) in
      table.contains(key) ? try table.label(key, most: most, example: example) : nil
    }
  }
}

extension TOMLTable {
  /// Reads a required name, which must fit into a cell of a table and, together with the names of all other
  /// microphones, into the header of a take.
  ///
  /// - Parameter most: the maximum length in bytes of UTF-8.
  /// - Throws: `TOMLError` if the name is missing, empty, too long or on several lines.
  func label(_ key: String, most: Int = 64, example: String) throws(TOMLError) -> String {
    let text = try string(key, example: example)
    if text.contains(where: { $0.isNewline || $0 == "\t" }) {
      throw error(at: key, "has line breaks or tabs", "write one line of at most \(most) bytes")
    }
    let bytes = text.utf8.count
    guard bytes <= most else {
      let others = bytes == text.count ? "" : "; letters beyond ASCII need 2 to 4 bytes each"
      throw error(
        at: key, "is \(bytes) bytes long", "write a name of at most \(most) bytes\(others)")
    }
    return text
  }

  /// Reads a direction in the device frame, and scales it to unit length.
  ///
  /// - Throws: `TOMLError` if the value is not three numbers, or if all numbers are zero.
  func direction(_ key: String) throws(TOMLError) -> Vector3? {
    guard let v = try doubles(key, count: 3, in: -1000...1000) else { return nil }
    let vector = Vector3(v[0], v[1], v[2])
    guard vector.length > 1e-9 else {
      throw error(at: key, "is zero, which is not a direction", "+z is [0.0, 0.0, 1.0]")
    }
    return vector.normalized
  }
}

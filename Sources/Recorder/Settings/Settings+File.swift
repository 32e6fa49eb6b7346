import Beamforming
import Boards
import Glibc
import TOML
import TakeFiles

extension Settings {
  /// The path of the settings of a packaged recorder.
  package static let systemPath = "/etc/pinna/pinna.toml"

  /// Loads the file of `--config`, else the one of the system, else the defaults.
  ///
  /// - Throws: `TOMLError`: the explicit file is missing, either cannot be read, or its contents are wrong. Only a
  ///   system file that is not there is no error.
  package static func load(
    explicitPath: String?, systemPath: String = Settings.systemPath
  ) throws(TOMLError) -> Settings {
    if let explicitPath { return try load(TOMLTable.parse(file: explicitPath)) }
    let file: TOMLTable
    do throws(TOMLError) {
      file = try TOMLTable.parse(file: systemPath)
    } catch {
      if error.cause == .file(errno: ENOENT) { return Settings() }
      throw error
    }
    return try load(file)
  }

  /// Reads the text of a settings file; `name` stands for the file in errors.
  ///
  /// - Throws: `TOMLError` with file, line, column, key, what is wrong and what would be right.
  package static func load(text: String, name: String) throws(TOMLError) -> Settings {
    try load(TOMLTable.parse(text: text, name: name))
  }

  /// Every error of a settings file.
  ///
  /// - Throws: `TOMLError` when the file cannot be read.
  package static func review(path: String) throws(TOMLError) -> TOMLReview {
    TOMLReview(bytes: try TextFile.bytes(path: path), name: path) { (file) throws(TOMLError) in
      _ = try load(file)
    }
  }

  private static func load(_ file: TOMLTable) throws(TOMLError) -> Settings {
    var settings = Settings()
    settings.board = try file.nonEmpty("board")
    if let table = try file.table("take") { try settings.take.read(table) }
    if let table = try file.table("stereo") {
      try settings.stereo.read(table)
      settings.remarks += table.formerKeys(["refine"])
    }
    if let table = try file.table("realtime") { try settings.realtime.read(table) }
    if let table = try file.table("monitor") { try settings.monitor.read(table) }
    if let table = try file.table("live") { settings.live.device = try table.nonEmpty("device") }
    if let table = try file.table("copy") { try settings.copy.read(table) }
    if let table = try file.table("heartbeat") { try settings.heartbeat.read(table) }
    if let table = try file.table("after") { try settings.after.read(table) }
    if let table = try file.table("control") {
      settings.control = try ControlSocket.read(table, "path") ?? settings.control
      settings.hasWiFiHold = try table.bool("wifi-hold") ?? settings.hasWiFiHold
    }
    if let enabled = try file.table("leds")?.bool("enabled") { settings.leds.enabled = enabled }
    if let table = try file.table("trigger") { settings.trigger = try LevelRules(table) }
    settings.trustedClocks = Set(
      try file.table("clock")?.choices("trust", ClockQuality.Source.self) ?? [])
    if let table = try file.table("place") { try settings.readPlace(table) }
    let hasPlace = settings.place != nil || settings.receiver != nil
    for table in try file.tables("schedule") {
      settings.schedule.append(try ScheduledTake(table, hasPlace: hasPlace))
    }
    try file.finish()
    return settings
  }
}

extension TOMLTable {
  /// Remarks on keys of earlier versions that are there: a recorder must not fail to start for them.
  fileprivate func formerKeys(_ keys: [String]) -> [TOMLError] {
    keys.filter(contains).map { key in
      know(key)
      return error(at: key, "has no effect any more", "remove it")
    }
  }
}

extension Settings.Take {
  fileprivate mutating func read(_ table: TOMLTable) throws(TOMLError) {
    if let given = try table.nonEmpty("directory") { (directory, isDirectoryGiven) = (given, true) }
    inputGain = try table.double("input-gain", in: Capture.inputGains, unit: "dB")
    duration = try Settings.length(table, "duration")
    restart = try table.bool("restart") ?? restart
    try form.read(table)
  }
}

extension TakeForm {
  fileprivate mutating func read(_ table: TOMLTable) throws(TOMLError) {
    kind = try table.choice("format", TakeFileKind.self) ?? kind
    samples = try table.choice("samples", SampleFormat.self, among: SampleFormat.ofTakes) ?? samples
    keepsRaw = try table.bool("raw") ?? keepsRaw
    keepsSafety = try table.bool("safety") ?? keepsSafety
    preRollSeconds =
      try table.double("pre-roll", in: TakeForm.preRolls, unit: "s") ?? preRollSeconds
    split = try TakeSplit.read(table, "split") ?? split
    limits = try table.bool("limiter") ?? limits
    try readLowCut(table)
  }

  private mutating func readLowCut(_ table: TOMLTable) throws(TOMLError) {
    let expected = "a frequency from 40 to 240 Hz, or \"off\""
    switch try table.scalar("low-cut", expected: expected) {
    case nil: break
    case .string("off"): lowCutHertz = nil
    case .string(let word):
      throw table.error(at: "low-cut", "is the string \"\(word)\"", "\(expected) is expected")
    case .number: lowCutHertz = try table.double("low-cut", in: TakeForm.lowCuts, unit: "Hz")
    }
  }
}

extension Settings.Stereo {
  fileprivate mutating func read(_ table: TOMLTable) throws(TOMLError) {
    source = try table.nonEmpty("source")
    pattern = try table.choice("pattern", PolarPattern.self) ?? pattern
    let orientations = InputOrientation.allCases.map(\.rawValue)
    if let word = try table.choice("orientation", of: ["auto"] + orientations) {
      orientation = InputOrientation(rawValue: word)
    }
    frontEmphasis =
      try table.double("front-emphasis", in: DesignSettings.frontEmphasisRange, unit: "dB")
      ?? frontEmphasis
    width = try table.double("width", in: DesignSettings.widthRange) ?? width
    rendering = try table.choice("rendering", StereoRendering.self) ?? rendering
    wind = try table.choice("wind", WindHandling.self) ?? wind
    windStrength =
      try table.double("wind-strength", in: WindDesign.strengths, unit: "dB") ?? windStrength
    try readEars(table)
  }

  private mutating func readEars(_ table: TOMLTable) throws(TOMLError) {
    guard let word = try table.nonEmpty("ears") else { return }
    switch word {
    case "kemar": ears = .kemar
    case "sphere": ears = .sphere
    default:
      guard word.contains("/") || word.lowercased().hasSuffix(".sofa") else {
        throw table.error(
          at: "ears", "\"\(word)\" is not allowed",
          Suggestion.question(for: word, in: ["kemar", "sphere"])
            + "allowed: \"kemar\", \"sphere\", the path of a SOFA file")
      }
      ears = .file(word)
    }
  }
}

extension Settings.Monitor {
  fileprivate mutating func read(_ table: TOMLTable) throws(TOMLError) {
    enabled = try table.bool("enabled") ?? enabled
    tones = try table.bool("tones") ?? tones
    volume = try table.double("volume", in: -60...12, unit: "dB") ?? volume
  }
}

extension Settings.Realtime {
  fileprivate mutating func read(_ table: TOMLTable) throws(TOMLError) {
    capturePriority = try table.int("capture-priority", in: 1...98) ?? capturePriority
    renderPriority = try table.int("render-priority", in: 1...98) ?? renderPriority
    guard renderPriority < capturePriority else {
      throw table.error(
        at: table.contains("render-priority") ? "render-priority" : "capture-priority",
        "makes rendering (\(renderPriority)) as urgent as capture (\(capturePriority)) or more so",
        "render-priority must be lower than capture-priority: rendering can catch up, capture cannot"
      )
    }
  }
}

extension LevelRules {
  fileprivate init(_ table: TOMLTable) throws(TOMLError) {
    let level = try table.double("level", in: Self.levels, unit: "dBFS")
    self.init(level: try table.required("level", level, example: "-40"))
    sound = try table.choice("of", Sound.self) ?? sound
    attackSeconds = try table.double("attack", in: Self.attacks, unit: "s") ?? attackSeconds
    holdSeconds = try table.double("hold", in: Self.holds, unit: "s") ?? holdSeconds
    longestSeconds = try Settings.length(table, "longest") ?? longestSeconds
    takesPerHour = try table.int("takes-per-hour", in: Self.takesInAnHour) ?? takesPerHour
  }
}

extension TOMLTable {
  /// A string that is not empty.
  func nonEmpty(_ key: String) throws(TOMLError) -> String? {
    guard let text = try string(key) else { return nil }
    guard !text.allSatisfy(\.isWhitespace) else {
      throw error(at: key, "is empty", "remove the key, or give it a value")
    }
    return text
  }
}

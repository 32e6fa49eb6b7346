import Assembly
import Beamforming
import Boards
import Essentials
import Glibc
import Recorder
import TOML
import TakeFiles

/// The settings that commands share: those in the file named by `--config`, overridden by the command line's options.
enum SettingsArguments {
  static let config = Option.text(
    "config", "FILE", "a settings file to use instead of \(Settings.systemPath)")
  static let pattern = Option.choice("pattern", PolarPattern.allCases, "the polar pattern")
  static let frontEmphasis = Option.number(
    "front-emphasis", "DB", DesignSettings.frontEmphasisRange, unit: "dB",
    "attenuation of sounds from straight behind, as far as the geometry allows")
  static let width = Option.number(
    "width", "W", DesignSettings.widthRange,
    "width of the stereo image: 0 is mono, 1 is what a head hears")
  static let ears = Option.text(
    "ears", "kemar|sphere|FILE",
    "the ears to render for: a measured head, a rigid sphere, or a SOFA file")
  static let noiseFloor = Option.number(
    "noise-floor", "DB", -15...0, unit: "dB",
    "the lowest white noise gain: lower values make filters sharper, noisier and less tolerant; "
      + "default -10, or higher if the board file states larger tolerances")
  static let rendering = Option.choice(
    "rendering", StereoRendering.allCases,
    "how stereo is rendered: with the filters alone, or also by the direction of each sound")
  static let wind = Option.choice(
    "wind", WindHandling.allCases,
    "reduce wind noise when there is any, or leave it as it is; raw files never change")
  static let lowCut = Option.number(
    "low-cut", "HZ", TakeForm.lowCuts, unit: "Hz", none: "off", "cut-off frequency of the low cut")
  static let samples = Option.choice(
    "samples", SampleFormat.ofTakes, "24-bit integers or 32-bit floats")
  static let format = Option.choice(
    "format", TakeFileKind.allCases, "the format of the files of a take")
  static let safety = Option.flag("safety", "keep a second file of every take, 12 dB lower")
  static let noLimiter = Option.flag(
    "no-limiter", "let peaks beyond full scale clip, and count them")

  /// The options that affect the design of filters.
  static let design: [any AnyOption] = [frontEmphasis, width, ears, noiseFloor]

  /// The settings in the file, without the options of the command line.
  static func file(_ arguments: Arguments) throws(CommandError) -> Settings {
    return try translate(try Settings.load(explicitPath: arguments[config]), to: CommandError.toml)
  }

  /// Returns the settings in the file, overridden by the command line's options for the design.
  static func settings(_ arguments: Arguments) throws(CommandError) -> Settings {
    var settings = try file(arguments)
    if let value = arguments[frontEmphasis] { settings.stereo.frontEmphasis = value }
    if let value = arguments[width] { settings.stereo.width = value }
    if let word = arguments[ears] {
      settings.stereo.ears =
        switch word {
        case "kemar": .kemar
        case "sphere": .sphere
        default: try file(ofEars: word, arguments)
        }
    }
    return settings
  }

  /// The head in a SOFA file; if the word names no file, it may be a misspelt name of another head.
  private static func file(
    ofEars word: String, _ arguments: Arguments
  ) throws(CommandError) -> Ears {
    let isPath = word.contains("/") || word.lowercased().hasSuffix(".sofa")
    guard isPath || access(word, F_OK) == 0 else {
      throw arguments.usageError(
        "--ears '\(word)': \(Suggestion.question(for: word, in: ["kemar", "sphere"]))"
          + "give kemar, sphere, or the path of a SOFA file")
    }
    return .file(word)
  }

  /// Applies the options that change the sound of a take: `--rendering`, `--wind`, `--low-cut`, `--samples` and
  /// `--no-limiter`.
  static func apply(_ arguments: Arguments, to settings: inout Settings) {
    if let value = arguments[rendering] { settings.stereo.rendering = value }
    if let value = arguments[wind] { settings.stereo.wind = value }
    if let hertz = arguments[lowCut] { settings.take.form.lowCutHertz = hertz }
    if let samples = arguments[samples] { settings.take.form.samples = samples }
    if arguments.has(noLimiter) { settings.take.form.limits = false }
  }

  /// Applies the options that change the files of a take: `--format`, `--safety`.
  static func applyFiles(_ arguments: Arguments, to settings: inout Settings) {
    if let format = arguments[format] { settings.take.form.kind = format }
    if arguments.has(safety) { settings.take.form.keepsSafety = true }
  }

  /// Prints a note about options of the command line that have no effect on a pattern.
  static func noteUnused(_ arguments: Arguments, by pattern: PolarPattern, _ console: Console) {
    let ofStereo: [any AnyOption] = [frontEmphasis, ears, rendering, wind]
    let unused: [any AnyOption] =
      switch pattern {
      case .stereo: []
      case .midSide: ofStereo
      case .cardioid, .subcardioid, .ambix: ofStereo + [width]
      case .omni, .plain: ofStereo + [width, noiseFloor]
      }
    let names = unused.filter { arguments.has($0) }.map { "--\($0.form.name)" }
    guard !names.isEmpty else { return }
    console.note(
      "note: the pattern \(pattern.rawValue) does not use \(names.joined(separator: ", "))")
  }

  /// The filters of a board with these settings, stored in the user's cache; remarks on the settings are printed.
  static func filters(
    _ arguments: Arguments, _ settings: Settings, board: Board, rate: Int, _ console: Console
  ) -> FilterStore {
    filters(settings, board, rate, noiseFloor: arguments[noiseFloor], console)
  }

  /// The filters of a board for a command that has no options for the design.
  static func filters(
    _ settings: Settings, _ board: Board, _ rate: Int, noiseFloor: Double? = nil,
    _ console: Console
  ) -> FilterStore {
    for remark in settings.remarks { console.note("warning: \(remark)") }
    return FilterStore(
      settings.stereo, board: board, rate: rate, noiseFloor: noiseFloor,
      cacheDirectory: FilterStore.cacheDirectory(console.environment))
  }
}

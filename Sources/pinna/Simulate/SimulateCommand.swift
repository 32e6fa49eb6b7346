import Boards
import Recorder
import SimulatedBoard
import TOML
import TakeFiles

extension Command {
  /// The command `pinna simulate`.
  static let simulate = Command(
    "simulate",
    summary: "run the recorder on a simulated board, and make the takes that a scenario describes",
    discussion: """
      Runs the recorder, with its threads, buttons and files, on a simulated board. The simulation includes sounds \
      around the board, hands that turn it and press buttons, and faults. Takes are written to the --out folder, \
      and a page beside them compares where every sound is with where it is heard. With --raw, every stereo take is \
      also rendered the other way (with the filters alone, or by direction), and the page shows where every sound is \
      heard in both.
      """,
    positionals: [Positional("SCENARIO", "a scenario file")],
    options: [
      out, paced, simulateStart, day, BoardArgument.option, SettingsArguments.pattern, raw,
      preRoll,
      LiveArguments.inputGain,
    ] + SettingsArguments.design + [
      SettingsArguments.rendering, SettingsArguments.wind,
      SettingsArguments.lowCut, SettingsArguments.format, SettingsArguments.samples,
      SettingsArguments.safety, SettingsArguments.noLimiter,
      SettingsArguments.config, json,
    ],
    examples: [
      .init("pinna simulate scene.toml --out takes", "as fast as the machine allows"),
      .init("pinna simulate scene.toml --out takes --raw --paced", "in real time, with raw files"),
      .init(
        "pinna simulate scene.toml --out takes --config mine.toml --day", "a day of the schedule"),
    ]
  ) { arguments, console in
    var settings = try SettingsArguments.settings(arguments)
    SettingsArguments.apply(arguments, to: &settings)
    SettingsArguments.applyFiles(arguments, to: &settings)
    if arguments.has(raw) { settings.take.form.keepsRaw = true }
    if let seconds = arguments[preRoll] { settings.take.form.preRollSeconds = seconds }
    if let pattern = arguments[SettingsArguments.pattern] { settings.stereo.pattern = pattern }
    if let gain = arguments[LiveArguments.inputGain] { settings.take.inputGain = gain }
    guard let folder = arguments[out] else {
      throw arguments.usageError("--out is missing: name the folder for the takes")
    }
    settings.take.directory = folder
    if let mirror = settings.take.mirror {
      console.note(
        "no takes are written to \(mirror): simulated time is too fast for a second medium")
      settings.take.mirror = nil
    }
    if arguments.has(day), settings.schedule.isEmpty {
      throw arguments.usageError(
        "--day: the settings have no [[schedule]], so nothing would be recorded; use --config to name a file "
          + "that has one"
      )
    }
    let run = try SimulationRun(arguments, settings: settings, console: console)
    let outcome = try run.run(
      paced: arguments.has(paced), isDay: arguments.has(day), isQuiet: arguments.has(json))
    try run.report(outcome, compares: arguments.has(raw), asJSON: arguments.has(json))
    try run.checkStorage(outcome)
    return .success
  }

  private static let out = Option.text(
    "out", "DIR",
    "the folder for the takes; it is created if it is missing")
  private static let paced = Option.flag("paced", "run in real time instead of as fast as possible")
  static let simulateStart = Option.text(
    "start", "TIME", "the local date and time at the start, for scheduled takes; default: now")
  private static let day = Option.flag(
    "day", "run a day of the schedule: end 24 h after --start, and skip the waits between takes")
  private static let raw = Option.flag(
    "raw",
    "keep the raw file of every take, and compare rendering by direction with the filters alone")
  private static let preRoll = Option.number(
    "pre-roll", "S", TakeForm.preRolls, unit: "s",
    "begin every take this many seconds before the press")
}

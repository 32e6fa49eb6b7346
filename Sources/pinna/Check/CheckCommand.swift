import Assembly
import Diagnostics
import Drawings
import LinuxBoard
import Recorder
import TOML

extension Command {
  /// The command `pinna check`.
  static let check = Command(
    "check", summary: "measure a board: find what is missing or faulty, and say how to fix it",
    discussion: """
      Opens everything that the board file names, listens for a few seconds, and reports faults and how to fix them. \
      It checks the capture device, every microphone, the clock, lost frames, the card, accelerometer, buttons, \
      lights, mixer, and the system around them. Lights blink once, a file is written to the folder of takes and \
      removed again, and the mixer is set from the board file, as for a take; nothing else is changed. The board \
      should lie still in an ordinary room: quiet, but not silent.

      The verdict comes first, then each problem with its remedy, then a line for every part of the board and for its \
      geometry. With --verbose, or if you name checks, it shows every check, the figures of every case, and the limits \
      of physics. --html writes all of it as a page with pictures; it overwrites a file only if that file is a page \
      written by pinna.

      Some checks need your hands, and run only with --guided or if you name them: you press every button, hold the \
      board in every orientation, tap every microphone, and clap on the left and on the right. Each step tells you \
      what to do, waits until you have done it, and shows the result; on a terminal, s or space skips a step, r \
      repeats the previous one, and q skips the rest.

      If you name checks or groups, only those run, and nothing else is touched. With a scenario, it checks a \
      simulated board with the scenario's faults; a board without hardware is also simulated. The scenario's hands and \
      sounds then replace yours, and no step waits.

      With --calibrate, no checks run. Claps from all around the board show which channel carries which microphone, \
      and the polarity, gain, delay and position of each. The result goes into a copy of the board file, which you can \
      review and then put in place of the original. The command asks for one clap after another; a recording of claps \
      or noises, or a scenario, can replace the claps. For --sounds, the board lies flat in front of you with its \
      front up and its connector (the bottom edge) towards you: front is ahead of you, right is on your right.

      Clap in a quiet place; to measure delays, clap outdoors, away from walls: an echoing room still gives channels \
      and gains, but rarely delays. Clap at the height of the board, an arm's length and a step (1.4 m) away: twice \
      from each of eight sides, or, for two or more microphones in a row, six times from each end. Your board file is \
      never changed, and an existing file is never replaced.

      Make the recording with pinna record --raw: up to three minutes, with a pause between sounds. --sounds lists \
      where they came from, in order: front, front-right, right, behind-right, behind, behind-left, left, front-left, \
      above, below, or degrees as azimuth and elevation (-45, 90/20). left*3 means three times left, and around means \
      the eight sides, clockwise from the front. An accuracy of 15 degrees is good enough.

      With --calibrate-level 94, no checks run either: a sound calibrator's tone of 1 kHz at 94 dB SPL gives the \
      sensitivity of the microphone on which its coupler sits (--microphone NAME). A loudspeaker, with a sound level \
      meter beside the board, gives the sensitivity of all microphones. A recording of the tone, or a scenario, can \
      replace it. With sensitivities in the board file, monitor, status, check and takes show print sound pressure \
      levels; these are valid as long as the input gain is known.

      A running recorder lends its device, buttons and lights until the check is done, but not during a take. Run the \
      check as the recorder's user: the rights to realtime priority and to the folder of takes depend on the user.

      Without --board, the board in the settings is checked. The exit code is 0 if nothing failed and 1 if something \
      did; a calibration ends with 1 if gains or delays remain unknown.

      --json prints schema ("pinna-check-4"), board, device, isSimulated, date, isClockSet, seconds, findings, claps \
      (if there were any; each has case, side, levelDifference, promisedLevelDifference, timeDifferenceMicroseconds \
      and promisedTimeDifferenceMicroseconds, of the right channel relative to the left) and summary (hasPassed, and \
      how many pass, warn, fail, skip). A finding has check, subject (one or more microphones separated by ", ", \
      "channel 5", a button, a light, a control of the mixer, a chip, a device, a folder, a case, or empty for the \
      whole board), verdict and message, and, if there are any, value, unit, limit and remedy. With --calibrate it \
      prints schema ("pinna-calibration-4"), board, boardFile, proposal, isCalibrated, knowsGains, knowsDelays, \
      microphones (name; before and after with channel, isInverted, gainDecibels, delayMicroseconds and \
      positionMillimetres; deviation), changes, misfitBefore (if every microphone keeps its channel) and misfitAfter \
      (delayMicroseconds, levelError), separation (case, decibelsBefore, decibelsAfter), soundsUsed, soundsUnused and \
      notes. With --calibrate-level it prints schema ("pinna-level-2"), board, boardFile, proposal, pressureLevel, \
      frequency and microphones (name, level, sensitivity, before). Names of fields and checks do not change within a \
      schema; messages may.
      """,
    positionals: [
      Positional(
        "CHECK", "names of checks or groups, such as \(Check.soundHum) or sound; default: all",
        count: .any)
    ],
    options: [
      BoardArgument.option, scenario, seconds, LiveArguments.inputGain, guided, patience, page,
      verbose, list,
    ] + CheckCalibration.options + [SettingsArguments.config, ControlPath.option, json],
    examples: [
      .init("pinna check --board respeaker-4mic-hat", "everything"),
      .init("pinna check sound storage --board uma-8", "only the sound and the card"),
      .init("pinna check --board uma-8 --html uma-8.html", "a page with pictures"),
      .init("pinna check --board uma-8 --guided", "all checks, including those that need a person"),
      .init(
        "pinna check \(Check.guidedTap) --board uma-8",
        "only the check that shows which microphone is which"),
      .init("pinna check --scenario faulty.toml --json", "a simulated board, for a program"),
      .init("pinna check --list", "the names of all checks"),
      .init(
        "pinna check --calibrate new.toml --board uma-8",
        "make a board file from claps around the board"
      ),
      .init(
        "pinna check --calibrate new.toml --recording claps_raw.wav --sounds 'around*2' --board "
          + "uma-8",
        "the same from a recording of two rounds"),
      .init(
        "pinna check --calibrate-level 94 --microphone MIC1 --calibrate new.toml --board i2s-pair",
        "the sensitivity of one microphone, with a sound calibrator"),
    ]
  ) { arguments, console in
    let selection = try selection(arguments)
    try CheckCalibration.check(arguments, not: [seconds, page, verbose, list])
    let isAtBoard =
      arguments[scenario] == nil && arguments[CheckCalibration.recording] == nil
      && !arguments.has(list)
    let loan = isAtBoard ? try DeviceLoan(arguments, console, by: "pinna check") : nil
    defer { withExtendedLifetime(loan) {} }
    if let level = arguments[CheckLevel.level] {
      return try CheckLevel.run(
        arguments, level: level, scenario: arguments[scenario], asJSON: arguments.has(json), console
      )
    }
    if let path = arguments[CheckCalibration.proposal] {
      return try CheckCalibration.run(
        CalibrationRequest(
          arguments: arguments, proposalPath: path, scenario: arguments[scenario],
          isGuided: arguments.has(guided), patience: arguments[patience],
          asJSON: arguments.has(json)), console)
    }
    if arguments.has(list) {
      try console.print(selection.checks.map(CheckupReport.Entry.init), arguments) {
        try console.print(CheckText.table(selection), showsTitles: false)
      }
      return .success
    }
    // The path is checked before the work, because the work takes a person's time.
    let pagePath = arguments[page]
    if let pagePath { try OutputFile.check(pagePath, mark: HTMLPage.mark) }
    let bench = try CheckBench.bench(arguments, scenario: arguments[scenario], console)
    var checkup = Checkup(bench, selection)
    checkup.seconds = arguments[seconds]
    checkup.patience = arguments[patience]
    let isSimulated = arguments[scenario] != nil || bench.board.isSimulatedOnly
    let report = run(checkup, console, hasPerson: !isSimulated)
    let ears = bench.filters?.ears ?? .kemar
    if let pagePath {
      try OutputFile.write(CheckPage(report, ears: ears).html(), to: pagePath)
      console.note("wrote \(pagePath)")
    }
    if arguments.has(json) {
      try console.printResult(lines: [JSONOutput.text(CheckupReport(report))])
    } else {
      // A person who names checks on the command line wants to read about them.
      let isVerbose = arguments.has(verbose) || !arguments.positionals.isEmpty
      try console.printResult(
        lines: CheckText(report, ears: ears, isVerbose: isVerbose)
          .lines(console.terminal))
    }
    return report.isPassed ? .success : .failure
  }

  private static let scenario = Option.text(
    "scenario", "FILE", "check the simulated board of a scenario file")
  private static let seconds = Option.number(
    "seconds", "N", Checkup.secondsRange, unit: "s", "how long to listen",
    standard: Checkup.standardSeconds)
  private static let guided = Option.flag("guided", "include checks that need a person")
  private static let patience = Option.number(
    "patience", "N", Checkup.patienceRange, unit: "s", "how long to wait for a person in each step",
    standard: Checkup.standardPatience)
  private static let page = Option.text(
    "html", "FILE", "write a page with all results and pictures to this file")
  private static let verbose = Option.flag(
    "verbose", "show every check and figure, not only the most important ones")
  private static let list = Option.flag("list", "list the checks without running any")

  private static func selection(_ arguments: Arguments) throws(CommandError) -> CheckSelection {
    do throws(UnknownCheck) {
      // With `--list` and no names, all checks are listed.
      let isListed = arguments.has(list) && arguments.positionals.isEmpty
      return try CheckSelection(arguments.positionals, isGuided: arguments.has(guided) || isListed)
    } catch {
      let names = Check.allCases.map(\.rawValue)
      let groups = Set(Check.allCases.map { String($0.group) })
      throw arguments.usageError(
        "no check '\(error.word)': "
          + Suggestion.question(for: error.word, in: names + groups.sorted())
          + "pinna check --list shows all")
    }
  }

  /// Makes the checks while a line shows the progress, and leads the person through the guided ones.
  private static func run(_ checkup: Checkup, _ console: Console, hasPerson: Bool) -> CheckReport {
    var progress = Progress("Checking", console: console)
    defer { progress.finish() }
    let conversation = GuidedConversation(console, isAnswered: hasPerson) { progress.finish() }
    return checkup.run(at: WallClock.now(), guide: conversation.guide) { what, part in
      progress.title = what
      progress.update(part)
    }
  }
}

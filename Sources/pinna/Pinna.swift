extension Program {
  /// The program `pinna` with all its commands.
  static let pinna = Program(
    name: "pinna", version: .current,
    summary: "a stereo field recorder for boards with MEMS microphones",
    discussion: """
      Turns a board with a few microphones into a stereo recorder: left is left and right is right, however you \
      hold the board and whichever way it faces.

      'pinna-web' serves a page of the recorder for a phone, and 'pinna-bridge' reports its state to MQTT, Home \
      Assistant and Prometheus. Each has its own package; see man pinna-web and man pinna-bridge.

      Short forms: \(GuessedWords.shortForms). Words such as list, play and devices are understood as the commands \
      they suggest.
      """,
    examples: [
      .init(
        "pinna record", "takes with the attached board; Enter ends and starts a take"),
      .init("pinna check", "find what is missing or faulty, and how to fix it"),
    ],
    commands: [
      .run,
      .status,
      .start,
      .stop,
      .pause,
      .resume,
      .mark,
      .select,
      .schedule,
      .gps,
      .record,
      .monitor,
      .inputs,
      .check,
      .simulate,
      .render,
      .design,
      .takes,
      .layout,
      .board,
      .config,
    ])
}

extension Program {
  /// The product: all commands of the command line.
  static let pinna = Program(
    name: "pinna", version: "0.1.0",
    summary: "a stereo field recorder for boards with MEMS microphones",
    discussion: """
      Turns a board with a few microphones into a stereo recorder: left is left and right is right, however the board \
      is held and whichever way it looks.
      """,
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
    ])
}

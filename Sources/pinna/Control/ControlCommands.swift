import Face
import Varlink

extension Command {
  /// `pinna start`.
  static let start = order(
    "start", summary: "start a take on the running recorder",
    discussion: """
      As a press of the record button: the take has the pre-roll, and the orientation of this instant. It ends with \
      'pinna stop', the button, the schedule or the end of the storage.
      """
  ) { client, _ throws(VarlinkClient.Failure) in
    try client.call(RecorderInterface.start)
    return nil
  }

  /// `pinna stop`.
  static let stop = order(
    "stop", summary: "end the take of the running recorder",
    discussion: "Its files are closed in the background; 'pinna status' says when they are."
  ) { client, _ throws(VarlinkClient.Failure) in
    let take = try client.status().take
    try client.call(RecorderInterface.stop)
    return take?.number.map { "ended take \($0)" }
  }

  /// `pinna pause`.
  static let pause = order(
    "pause", summary: "pause the take of the running recorder",
    discussion: "Nothing is recorded until 'pinna resume'. A take that is paused already stays so."
  ) { client, _ throws(VarlinkClient.Failure) in
    try client.call(RecorderInterface.pause)
    return nil
  }

  /// `pinna resume`.
  static let resume = order(
    "resume", summary: "go on with the paused take of the running recorder",
    discussion: "The take goes on in the same files. One that is not paused just goes on."
  ) { client, _ throws(VarlinkClient.Failure) in
    try client.call(RecorderInterface.resume)
    return nil
  }

  /// `pinna mark`.
  static let mark = order(
    "mark", summary: "set a marker in the take of the running recorder",
    discussion: """
      The marker is in the files of the take, as that of a button, with the text or with its number. A text has one \
      line and at most \(RecorderInterface.markerLength) characters.
      """,
    positionals: [Positional("TEXT", "what is to be found again", count: .optional)],
    example: .init("pinna mark owl", "a marker with a text; several words need quotes")
  ) { client, arguments throws(VarlinkClient.Failure) in
    let text = arguments.positionals.first
    _ = try client.call(RecorderInterface.mark, .init(text))
    guard let text, text.count > RecorderInterface.markerLength else { return nil }
    return "the text of the marker is its first \(RecorderInterface.markerLength) characters"
  }

  /// `pinna select`.
  static let select = Command(
    "select", summary: "choose the data source or the pattern of the running recorder",
    discussion: """
      For the takes that follow; in a take neither can change. Without an option it lists what can be chosen.
      """,
    options: [source, pattern, SettingsArguments.config, ControlPath.option],
    examples: [
      .init("pinna select", "what there is"),
      .init("pinna select --source Front --pattern omni", "another face and another pattern"),
    ]
  ) { arguments, console in
    let client = try ControlPath.connect(arguments, console)
    let status: RecorderStatus
    do throws(VarlinkClient.Failure) {
      if arguments.has(source) || arguments.has(pattern) {
        _ = try client.call(
          RecorderInterface.select,
          .init(dataSource: arguments[source], pattern: arguments[pattern]))
      }
      status = try client.status()
    } catch {
      throw CommandError(error)
    }
    if arguments.has(source) || arguments.has(pattern) {
      try console.print("\(status.dataSource), \(status.pattern)".printable)
    } else {
      for choice in status.sources {
        let isChosen = choice.name == status.dataSource
        let patterns = choice.patterns.map { isChosen && $0 == status.pattern ? "[\($0)]" : $0 }
        try console.print(
          "\(isChosen ? "*" : " ") \(choice.name): \(patterns.joined(separator: ", "))".printable)
      }
    }
    return .success
  }

  private static let source = Option.text("source", "NAME", "the data source")
  private static let pattern = Option.text("pattern", "NAME", "the polar pattern")

  /// A command that asks for one thing, and prints the state that comes of it.
  ///
  /// - Parameter ask: asks; gives a line that says more than the state, or `nil`.
  private static func order(
    _ name: String, summary: String, discussion: String, positionals: [Positional] = [],
    example: Example? = nil,
    _ ask: @escaping @Sendable (ControlClient, Arguments) throws(VarlinkClient.Failure) -> String?
  ) -> Command {
    Command(
      name, summary: summary, discussion: discussion, positionals: positionals,
      options: [SettingsArguments.config, ControlPath.option],
      examples: [example ?? .init("pinna \(name)", summary)]
    ) { arguments, console in
      let client = try ControlPath.connect(arguments, console)
      let status: RecorderStatus
      do throws(VarlinkClient.Failure) {
        if let line = try ask(client, arguments) { console.note(line) }
        status = try client.status()
      } catch {
        throw CommandError(error)
      }
      let view = StatusView(status, isUnicode: console.terminal.isUnicode)
      try console.print(view.headline.rendered(colored: console.terminal.allowsColor))
      return .success
    }
  }
}

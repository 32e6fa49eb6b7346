import Boards
import Essentials
import Face
import TakeFiles
import Varlink

extension Command {
  /// The command `pinna start`.
  static let start = order(
    "start", summary: "start a take on the running recorder",
    discussion: """
      Like a press of the record button: the take starts with the pre-roll, in the current orientation. It ends when \
      you type 'pinna stop' or press the button, when the schedule ends it, or when the storage is full. --json prints \
      the take's number and name, and the path that its file will have once closed.
      """
  ) { client, _ throws(VarlinkClient.Failure) in
    let take = try client.call(RecorderInterface.start)
    return (OrderReply(number: take.number, name: take.name, path: take.path), nil)
  }

  /// The command `pinna stop`.
  static let stop = order(
    "stop", summary: "end the take of the running recorder",
    discussion: """
      The take's files are closed in the background; 'pinna status' shows when this is done. --wait waits until then, \
      and prints their paths, the length of the take and why it ended.
      """, options: [waits],
    example: .init("pinna stop --wait --json", "the files of the take, once they are closed")
  ) { client, arguments throws(VarlinkClient.Failure) in
    let isWaiting = arguments.has(waits)
    let take = try client.call(
      RecorderInterface.stop, .init(isWaiting), within: isWaiting ? closingSeconds : 10)
    let facts = OrderReply(
      number: take.number, name: take.name, seconds: take.seconds, end: take.end,
      endCause: take.endCause, files: isWaiting ? take.files : nil)
    let words = take.number.map { number in
      (["ended take \(number)"] + take.files).joined(separator: "\n")
    }
    return (facts, words)
  }

  /// The command `pinna pause`.
  static let pause = order(
    "pause", summary: "pause the take of the running recorder",
    discussion:
      "Nothing is recorded until 'pinna resume'. Nothing happens if the take is already paused."
  ) { client, _ throws(VarlinkClient.Failure) in
    try client.call(RecorderInterface.pause)
    return (OrderReply(), nil)
  }

  /// The command `pinna resume`.
  static let resume = order(
    "resume", summary: "continue the paused take of the running recorder",
    discussion: "The take continues in the same files. Nothing happens if the take is not paused."
  ) { client, _ throws(VarlinkClient.Failure) in
    try client.call(RecorderInterface.resume)
    return (OrderReply(), nil)
  }

  /// The command `pinna mark`.
  static let mark = order(
    "mark", summary: "set a marker in the take of the running recorder",
    discussion: """
      The marker is written into the files of the take, like a marker set with the button. Its label is TEXT or, \
      without TEXT, its number. The text is one line of at most \(TakeMetadata.mostLabel) characters. --json \
      prints the marker's frame in the take.
      """,
    positionals: [Positional("TEXT", "the label of the marker", count: .optional)],
    example: .init("pinna mark owl", "a marker with text; several words need quotes")
  ) { client, arguments throws(VarlinkClient.Failure) in
    let text = arguments.positionals.first
    let marker = try client.call(RecorderInterface.mark, .init(text))
    let isLong = text?.singleLine.count ?? 0 > TakeMetadata.mostLabel
    let words = "the marker has only the first \(TakeMetadata.mostLabel) characters of this text"
    return (OrderReply(frame: marker.frame), isLong ? words : nil)
  }

  /// The command `pinna select`.
  static let select = Command(
    "select", summary: "choose the data source or the pattern of the running recorder",
    discussion: """
      The choice applies to later takes; data source and pattern cannot change during a take. Without options, the \
      command lists the choices.
      """,
    options: [source, pattern, json, SettingsArguments.config, ControlPath.option],
    examples: [
      .init("pinna select", "list the choices"),
      .init(
        "pinna select --source Front --pattern omni", "another data source and another pattern"),
    ]
  ) { arguments, console in
    let client = try ControlPath.connect(arguments, console)
    let status = try asking(arguments, console) { () throws(VarlinkClient.Failure) in
      if arguments.has(source) || arguments.has(pattern) {
        _ = try client.call(
          RecorderInterface.select,
          .init(dataSource: arguments[source], pattern: arguments[pattern]))
      }
      return try client.status()
    }
    if arguments.has(json) {
      var facts = OrderReply().adding(status)
      facts.dataSources = status.dataSources
      try console.print(JSONOutput.text(facts))
    } else if arguments.has(source) || arguments.has(pattern) {
      try console.print("\(status.dataSource), \(status.pattern)".printable)
    } else {
      for choice in status.dataSources {
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
  private static let waits = Option.flag("wait", "wait until the files of the take are closed")
  /// Seconds that closing the files of a take may need on the slowest card.
  private static let closingSeconds = 600.0

  /// Makes a command that sends one request to the recorder, and prints the state that results.
  ///
  /// - Parameter ask: makes the request; returns the facts of the reply, and words to add to the state or `nil`.
  private static func order(
    _ name: String, summary: String, discussion: String, positionals: [Positional] = [],
    options: [any AnyOption] = [], example: Example? = nil,
    _ ask:
      @escaping @Sendable (ControlClient, Arguments) throws(VarlinkClient.Failure) -> (
        OrderReply, String?
      )
  ) -> Command {
    Command(
      name, summary: summary, discussion: discussion, positionals: positionals,
      options: options + [json, SettingsArguments.config, ControlPath.option],
      examples: [example ?? .init("pinna \(name)", summary)]
    ) { arguments, console in
      let client = try ControlPath.connect(arguments, console)
      let (facts, status) = try asking(arguments, console) { () throws(VarlinkClient.Failure) in
        let (facts, words) = try ask(client, arguments)
        if let words, !arguments.has(json) { console.note(words) }
        return (facts, try client.status())
      }
      try console.print(facts.adding(status), arguments) {
        let view = StatusView(status, isUnicode: console.terminal.isUnicode)
        try console.print(view.headline.rendered(colored: console.terminal.allowsColor))
      }
      return .success
    }
  }

  /// Asks the recorder; with `--json`, also prints its refusal as JSON.
  private static func asking<Reply>(
    _ arguments: Arguments, _ console: Console,
    _ ask: () throws(VarlinkClient.Failure) -> Reply
  ) throws -> Reply {
    do throws(VarlinkClient.Failure) { return try ask() } catch {
      if arguments.has(json), case .error(let refusal) = error {
        try console.print(JSONOutput.text(OrderRefusal(refusal)))
      }
      throw CommandError(error)
    }
  }
}

/// The refusal of an order by a recorder, for programs.
struct OrderRefusal: Encodable {
  /// The reason as a word of ``RecorderReason``; `nil` for an order that the recorder does not understand.
  var reason: String?
  /// The reason in a sentence.
  var message: String

  init(_ error: VarlinkError) {
    (reason, message) = (error.parameters["reason"], RecorderInterface.message(of: error))
  }
}

/// The reply of a recorder to an order, with its state afterwards, for programs.
struct OrderReply: Encodable {
  /// The take: its number, its name and, once it is closed, the path of its first file.
  var number: Int?
  var name: String?
  var path: String?
  /// For a take that has ended: its length, the reason why it ended, and the paths of its files.
  var seconds: Double?
  var end: String?
  var endCause: String?
  var files: [String]?
  /// The frame at which a marker was set.
  var frame: Int?
  /// The state of the recorder after the order, and its present choices.
  var state: RecorderStatus.State?
  var dataSource: String?
  var pattern: String?
  /// The data sources that can be selected.
  var dataSources: [RecorderStatus.Source]?

  /// The reply with the state of the recorder.
  func adding(_ status: RecorderStatus) -> OrderReply {
    var reply = self
    (reply.state, reply.dataSource, reply.pattern) = (
      status.state, status.dataSource, status.pattern
    )
    return reply
  }
}

import SimulatedBoard
import TakeFiles
import Varlink

// Each method of the interface is declared here and nowhere else. The recorder's control thread does the work of the
// methods (`RecorderHost+Calls.swift`).

/// The values of a method that takes no parameters, or gives an empty reply.
package struct NoValues: Codable, Sendable, Equatable {
  /// No values.
  package init() {}
}

extension RecorderInterface {
  /// The revision of the interface, which rises whenever fields, methods, errors or reasons are added.
  package static let revision = 14

  /// All methods, in the order in which the description lists them.
  static let methods: [ServedMethod] = [
    .init(getStatus), .init(watch), .init(start), .init(stop), .init(pause), .init(resume),
    .init(mark), .init(selectSource), .init(selectPattern), .init(select), .init(adjust),
    .init(awaitPresses), .init(listTakes), .init(getTake), .init(hold), .init(deleteTake),
    .init(editTake),
    .init(trimTake), .init(focusTake), .init(getDrawing), .init(listen), .init(act),
  ]

  // MARK: - The state

  /// A reply with a state.
  package struct StatusReply: Codable, Sendable, Equatable {
    package var status: RecorderStatus
  }

  /// The parameter of ``watch``: the seconds between two states.
  package struct Interval: Codable, Sendable { var interval: NumberParameter<Double>? }

  /// The range of intervals, in seconds, that a client may ask for between two states.
  static let intervals = 0.05...60.0

  /// Gets the present state.
  package static let getStatus = RecorderMethod<NoValues, StatusReply>(
    "GetStatus",
    """
    The state now. "ears" is empty when left and right are not rendered: outside a take, while no client watches. In \
    ambisonics (pattern "ambix") the entries of "ears" are named W, Y and X
    """
  ) { _ in .wish(.status) }

  /// Gets the state again whenever it changes.
  package static let watch = RecorderMethod<Interval, StatusReply>(
    "Watch", form: .more,
    """
    The state now and whenever it changes, at most once per "interval" seconds (default 0.1); needs "more". A client \
    that reads slowly gets the newest state, never an old one
    """
  ) { (parameters) throws(VarlinkError) in
    let wanted = parameters.interval?.value ?? 0.1
    guard wanted.isFinite else { throw .invalidParameter("interval") }
    return .watch(interval: min(max(wanted, intervals.lowerBound), intervals.upperBound))
  }

  // MARK: - Recording

  /// A reply about the take that begins.
  package struct StartReply: Codable, Sendable, Equatable {
    /// The take's number, the name of its files, and the path that its first file will have once it is closed; `nil` if
    /// the take has no file yet.
    package var number: Int?
    package var name: String?
    package var path: String?
  }

  /// A reply about the take that ends.
  package struct StopReply: Codable, Sendable, Equatable {
    package var number: Int?
    package var name: String?
    /// The length of the take.
    package var seconds: Double?
    /// The reason for the take's end, in a few words and as a word for programs, and the paths of its files; `nil`
    /// while the files are being closed.
    package var end: String?
    package var endCause: String?
    package var files: [String] = []

    /// Creates a reply that knows only the take's number and name.
    init(number: Int?, name: String?) { (self.number, self.name) = (number, name) }
  }

  /// A parameter that says whether to wait until the files are closed.
  package struct Wait: Codable, Sendable {
    package var wait: Bool?

    /// Creates the parameter from a Boolean.
    package init(_ wait: Bool = false) { self.wait = wait }
  }

  /// A reply about the new marker.
  package struct MarkReply: Codable, Sendable, Equatable {
    /// The frame of the take at which the marker is.
    package var frame: Int?
  }

  /// Starts a take.
  package static let start = RecorderMethod<NoValues, StartReply>(
    "Start",
    """
    Starts a take, as a press of the record button does. path is the name of its first file once that file is closed; \
    if there is no file after 5 s, the reply has no path
    """
  ) { _ in .wish(.start) }

  /// Ends the take.
  package static let stop = RecorderMethod<Wait, StopReply>(
    "Stop",
    """
    Ends the take; its files are closed in the background. With wait, the reply comes when they are closed, and has \
    the reason for the end of the take and the paths of its files
    """
  ) { .wish(.stop(waits: $0.wait ?? false)) }

  /// Pauses the take.
  package static let pause = RecorderMethod<NoValues, NoValues>(
    "Pause", "Pauses the take; does nothing if it is already paused"
  ) { _ in .wish(.pause(true)) }

  /// Resumes the take.
  package static let resume = RecorderMethod<NoValues, NoValues>(
    "Resume", "Resumes a paused take; does nothing if it is not paused"
  ) { _ in .wish(.pause(false)) }

  /// The text of a new marker, as a parameter.
  package struct Text: Codable, Sendable {
    package var text: String?

    /// Creates the parameter from a text; `nil` gives the marker a number in place of a text.
    package init(_ text: String?) { self.text = text }
  }

  /// Sets a marker.
  package static let mark = RecorderMethod<Text, MarkReply>(
    "Mark",
    """
    Sets a marker in the take, with the first \(TakeMetadata.mostLabel) characters of a text on one line, or with a \
    number; the reply has its frame
    """
  ) { .wish(.mark($0.text)) }

  // MARK: - Choices

  /// The name to select, as a parameter.
  package struct Name: Codable, Sendable {
    package var name: String

    /// Creates the parameter from a name.
    package init(_ name: String) { self.name = name }
  }

  /// The data source to select, the polar pattern to select, or both.
  package struct Choice: Codable, Sendable {
    package var dataSource: String?
    package var pattern: String?

    /// Creates a choice of a data source, a polar pattern, or both.
    package init(dataSource: String?, pattern: String?) {
      (self.dataSource, self.pattern) = (dataSource, pattern)
    }
  }

  /// Selects a data source.
  package static let selectSource = RecorderMethod<Name, NoValues>(
    "SelectSource", "Selects a data source of the board by its name"
  ) { .wish(.select(source: $0.name, pattern: nil)) }

  /// Selects a polar pattern.
  package static let selectPattern = RecorderMethod<Name, NoValues>(
    "SelectPattern", "Selects a polar pattern"
  ) { .wish(.select(source: nil, pattern: $0.name)) }

  /// Selects a data source and a polar pattern.
  package static let select = RecorderMethod<Choice, NoValues>(
    "Select",
    "Selects a data source, a polar pattern, or both; if either is refused, neither changes"
  ) { (choice) throws(VarlinkError) in
    guard choice.dataSource != nil || choice.pattern != nil else {
      throw .invalidParameter("dataSource")
    }
    return .wish(.select(source: choice.dataSource, pattern: choice.pattern))
  }

  /// A change to the sound of takes.
  package struct Adjustment: Codable, Sendable {
    var lowCut: NumberParameter<Double>?
    var inputGain: NumberParameter<Double>?

    /// Creates an adjustment to a new low cut in hertz (0 turns it off), a new input gain in decibels, or both.
    package init(lowCut: Double?, inputGain: Double?) {
      self.lowCut = lowCut.map { NumberParameter($0) }
      self.inputGain = inputGain.map { NumberParameter($0) }
    }
  }

  /// Changes the low cut and the input gain.
  package static let adjust = RecorderMethod<Adjustment, NoValues>(
    "Adjust",
    """
    Changes the low cut of takes in hertz (0 for none) and the input gain of the sound card in decibels, until the \
    recorder is restarted; the request is refused during a take. A gain needs a gain control in the board file
    """
  ) { (change) throws(VarlinkError) in
    guard change.lowCut != nil || change.inputGain != nil else { throw .invalidParameter("lowCut") }
    return .wish(
      .adjust(
        lowCut: change.lowCut.map { $0.value == 0 ? nil : $0.value }, gain: change.inputGain?.value
      ))
  }

  // MARK: - A simulated board

  /// The action of a person that ``act`` performs on a simulated board.
  package struct Act: Codable, Sendable {
    package var act: String

    /// Creates the parameter from the name of an action.
    package init(_ act: String) { self.act = act }
  }

  /// Performs an action on a simulated board.
  package static let act = RecorderMethod<Act, NoValues>(
    "Act",
    """
    Acts on a simulated board as hands do on a real one: \
    \(SimulatedWorld.Act.allCases.map(\.rawValue).joined(separator: ", ")). The outcome is in "simulation" of the \
    status; the request is refused for a real board
    """
  ) { (parameters) throws(VarlinkError) in
    guard let act = SimulatedWorld.Act(rawValue: parameters.act) else {
      throw .invalidParameter("act")
    }
    return .wish(.act(act))
  }

  // MARK: - Requests that last as long as their connection

  /// The program that makes a request.
  package struct By: Codable, Sendable {
    package var by: String?

    /// Creates the parameter from the name of a program or a browser.
    package init(_ by: String) { self.by = by }
  }

  /// A reply about the device that is lent.
  package struct DeviceReply: Codable, Sendable {
    package var device: String
  }

  /// Shows a request to press the source button.
  package static let awaitPresses = RecorderMethod<By, NoValues>(
    "AwaitPresses", form: .more,
    """
    Shows a request for presses of the source button, with its sender, on the lights and among the warnings until \
    the connection is closed; needs "more". Presses are counted in sourcePresses, and keep their usual effect
    """
  ) { .wish(.awaitPresses(by: $0.by ?? "")) }

  /// Lends the capture device to the caller.
  package static let hold = RecorderMethod<By, DeviceReply>(
    "Hold", form: .more,
    """
    Lends the capture device, buttons and lights until the connection is closed; needs "more". "by" names the borrower
    """
  ) { .wish(.hold(by: $0.by ?? "")) }

  /// Gives the live sound to the caller.
  package static let listen = RecorderMethod<By, NoValues>(
    "Listen", form: .upgrade,
    """
    The live sound, as in a take; needs "upgrade". After the reply the connection carries blocks: frames (32 bits), \
    frames per second (32 bits), frames missed so far (64 bits), then left and right alternately as 32-bit floats, all \
    little endian. A slow reader misses frames. No blocks are sent while nothing is captured
    """
  ) { .wish(.listen(by: $0.by ?? "")) }
}

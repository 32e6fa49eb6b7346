import Varlink

/// The interface of a recorder on its control socket.
package enum RecorderInterface {
  /// The name of the interface.
  package static let name = "org.pinna.Recorder"
  /// The revision of the interface: it rises when fields, methods, errors or reasons are added.
  package static let revision = 6
  /// The path of the socket of the recorder that a system runs.
  package static let path = "/run/pinna/control"
  /// The group whose users may use it.
  package static let group = "pinna"
  /// The rights of the socket's file: its owner and its group.
  package static let mode: UInt32 = 0o660
  /// Characters of the text of a marker; what follows is left out.
  package static let markerLength = 120
  /// The most programs that listen to the live sound at the same time.
  package static let mostListeners = 8
  /// The most clients at the same time, and those of them that watch: some are left for all others.
  static let (connections, mostWatchers) = (64, 32)
  /// The most takes of one list.
  package static let mostTakes = 100

  /// The service of a recorder.
  package static func service(version: String) -> ServiceDescription {
    ServiceDescription(
      vendor: "Pinna", product: "Pinna, a stereo field recorder", version: version,
      url: "man:pinna-run(1)", interfaces: [.init(name: name, text: description)])
  }

  /// The full name of a method or an error.
  static func member(_ member: String) -> String { "\(name).\(member)" }

  /// The reply to something that cannot be done now.
  static func refusal(_ reason: String, _ message: String) -> VarlinkReply {
    VarlinkReply(VarlinkError(member("Refused"), ["reason": reason, "message": message]))
  }

  /// The interface in Varlink's language.
  ///
  /// Fields and methods are only ever added: a client leaves aside what it does not know.
  package static let description = """
    # A recorder: its state, its takes, and all that a hand can do with it; revision \(revision)
    interface org.pinna.Recorder

    type State (idle, armed, recording, paused, finishing, lent, faulted)

    # The edges of the board that are left and right for a listener
    type Sides (left: string, right: string)

    type Source (name: string, patterns: []string)

    # The take that is made
    type Take (
      name: ?string,
      number: ?int,
      seconds: float,
      isConfirmed: bool,
      unsyncedSeconds: float,
      markers: int
    )

    # Decibels relative to full scale; -144 is digital silence
    type Level (
      name: ?string,
      rms: float,
      peak: float,
      held: float,
      isClipped: bool,
      isDead: bool
    )

    # Times are seconds since 1970 (UTC)
    type Event (time: float, title: string, details: string)

    # state is discharging, charging, full, external or unknown; percent of the capacity
    type Battery (state: string, percent: ?float, isLow: bool)

    # clock is unset, kept (over power off), unknown, rtc, ntp or gps: the source of the time
    type Status (
      state: State,
      details: string,
      stateSeconds: float,
      uptimeSeconds: float,
      time: float,
      isClockSet: bool,
      clock: ?string,
      utcOffsetSeconds: ?int,
      version: string,
      revision: int,
      board: string,
      boardName: string,
      device: string,
      dataSource: string,
      pattern: string,
      preferredPattern: string,
      orientation: ?string,
      sides: ?Sides,
      sources: []Source,
      isTakeLatched: bool,
      isLocked: bool,
      sourcePresses: int,
      folder: string,
      take: ?Take,
      ears: []Level,
      channels: []Level,
      rate: int,
      preRollSeconds: float,
      preRollWanted: float,
      freeBytes: ?int,
      secondsLeft: ?float,
      battery: ?Battery,
      gaps: int,
      gapFrames: int,
      ringFill: float,
      ringSeconds: float,
      ringSecondsWanted: float,
      work: ?string,
      warnings: []string,
      events: []Event
    )

    type ListedTake (
      number: int,
      name: string,
      state: string,
      date: ?string,
      isClockSet: bool,
      seconds: float,
      bytes: int,
      dataSource: string,
      orientation: ?string,
      pattern: string,
      end: ?string,
      markers: int,
      gaps: int
    )

    type Marker (seconds: float, kind: string, label: string)

    type File (
      name: string,
      content: string,
      kind: string,
      channels: int,
      rate: int,
      seconds: float,
      bytes: int
    )

    type DetailedTake (
      take: ListedTake,
      boardName: string,
      preRollSeconds: float,
      markers: []Marker,
      notes: []string,
      files: []File
    )

    # The state now. "ears" is empty where left and right are not rendered: outside a take, while no client watches. In
    # ambisonics (pattern "ambix") they are W, Y and X, by their names
    method GetStatus() -> (status: Status)

    # The state now and whenever it changes, at most every so many seconds (0.1 without); needs "more". A client that
    # reads slowly gets the newest state, and never old ones
    method Watch(interval: ?float) -> (status: Status)

    # Starts a take, as a press of record does
    method Start() -> ()

    # Ends the take; its files are closed in the background
    method Stop() -> ()

    # Pauses the take; nothing happens when it is paused already
    method Pause() -> ()

    # Goes on with a paused take; nothing happens when it is not paused
    method Resume() -> ()

    # Sets a marker in the take, with a text of one line or numbered
    method Mark(text: ?string) -> ()

    # Selects a data source of the board by its name
    method SelectSource(name: string) -> ()

    # Selects a polar pattern
    method SelectPattern(name: string) -> ()

    # Selects a data source, a polar pattern, or both together: both or, with an error, neither
    method Select(dataSource: ?string, pattern: ?string) -> ()

    # Shows on the lights and among the warnings that presses of the source button are asked for, and by whom, until the
    # connection is closed; needs "more". They are counted in sourcePresses, and do what they do otherwise
    method AwaitPresses(by: ?string) -> ()

    # Takes, the newest first: those before a number, at most so many (20 without, 100 at most)
    method ListTakes(before: ?int, limit: ?int) -> (takes: []ListedTake, hasMore: bool)

    # A take by its number
    method GetTake(number: int) -> (take: DetailedTake)

    # Lends the capture device, buttons and lights until the connection is closed; needs "more". "by" says to whom
    method Hold(by: ?string) -> (device: string)

    # Deletes all files of a take. Its name, as a list has it, is asked for as well; one that is made or being closed is
    # refused
    method DeleteTake(number: int, name: string) -> ()

    # A drawing of how the board is held in a case, as SVG
    method GetDrawing(dataSource: string, orientation: ?string) -> (svg: string)

    # The live sound, as a take would have it; needs "upgrade". After the reply the connection carries blocks: frames
    # (32 bits), frames per second (32 bits), frames that were missed so far (64 bits), then left and right in turn as
    # 32-bit floats, all little endian. Who reads slowly misses frames. While nothing is captured, none come
    method Listen(by: ?string) -> ()

    # It cannot be done now, and nothing has changed: the reason, as a word for programs and as a sentence for people
    error Refused (reason: string, message: string)

    # There is no take of this number
    error NoSuchTake (message: string)

    # The recorder has too much to do; try again
    error Busy ()

    """
}

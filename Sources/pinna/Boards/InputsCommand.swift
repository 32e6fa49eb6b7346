import Boards
import Drawings
import LinuxBoard
import Recorder

extension Command {
  /// `pinna inputs`.
  static let inputs = Command(
    "inputs", summary: "the capture devices of this machine, and what boards make of them",
    discussion: """
      Lists every capture device with the name that a board file calls it by, what it offers, and who has it open. \
      Below each stand the boards that use it, with their data sources and what those can do. With --board only that \
      board is looked at, also when its device is not there.
      """,
    options: [BoardArgument.option, json],
    examples: [
      .init("pinna inputs", "everything that there is"),
      .init("pinna inputs --board respeaker-4mic-hat --json", "one board, for a program"),
    ]
  ) { arguments, console in
    let only = arguments[BoardArgument.option]
    let boards: [Board]
    if let only {
      boards = [try BoardArgument.load(only, console)]
    } else {
      boards = BoardArgument.library(console).boards
    }
    var list = InputList(devices: AlsaInputs.list(), boards: boards)
    if only != nil { list.keepDevicesOfBoards() }
    if arguments.has(json) {
      try console.print(JSONOutput.text(InputFacts(list)))
    } else {
      try InputReport(list: list, isOneBoard: only != nil).print(to: console)
    }
    // Without any device the question has no good answer; the exit code tells scripts.
    let isAnswered = !list.devices.isEmpty || (only != nil && !list.configured.isEmpty)
    return isAnswered ? .success : .unavailable
  }
}

extension BoardLibrary {
  /// The boards of the library; faulty files are left out here and named by 'pinna board list'.
  var boards: [Board] {
    list().compactMap { entry -> Board? in
      guard entry.error == nil else { return nil }
      do { return try Board.load(path: entry.path) } catch { return nil }
    }
  }
}

/// Capture devices with the boards that use them.
struct InputList: Sendable {
  /// The capture devices of the machine.
  private(set) var devices: [CaptureDeviceDescription]
  /// The boards of the board files.
  let boards: [Board]

  /// The boards that capture from a device, in their order.
  func boards(using device: CaptureDeviceDescription) -> [Board] {
    boards.filter { Self.isSame($0.capture.device, device.device) }
  }

  /// The boards whose device is missing.
  var withoutDevice: [Board] {
    unlisted.filter { !Self.isConfigured($0) }
  }

  /// The boards whose device is a PCM of ALSA's configuration: only opening it shows that it exists.
  var configured: [Board] { unlisted.filter(Self.isConfigured) }

  private var unlisted: [Board] {
    boards.filter { board in !devices.contains { Self.isSame(board.capture.device, $0.device) } }
  }

  private static func isConfigured(_ board: Board) -> Bool {
    !board.isSimulatedOnly && !namesCard(board.capture.device)
  }

  /// True for the name of a card's device, false for a PCM of ALSA's configuration.
  static func namesCard(_ device: String) -> Bool {
    device.hasPrefix("hw:") || device.hasPrefix("plughw:")
  }

  /// Keeps only the devices that a board uses.
  mutating func keepDevicesOfBoards() {
    devices = devices.filter { !boards(using: $0).isEmpty }
  }

  /// True when two names mean the same device: `hw:CARD=x` is its first one, and `plughw:` the same with conversions.
  static func isSame(_ one: String, _ other: String) -> Bool { key(one) == key(other) }

  private static func key(_ name: String) -> String {
    var rest = Substring(name)
    for prefix in ["plughw:", "hw:"] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
      let parts = rest.split(separator: ",").map { part in
        part.split(separator: "=").last.map(String.init) ?? ""
      }
      return "hw:" + (parts.first ?? "") + "," + (parts.count > 1 ? parts[1] : "0")
    }
    return name
  }
}

import Assembly
import Boards
import Drawings
import Essentials
import LinuxBoard
import Recorder

/// The capture devices of this machine, for people.
struct InputReport {
  let list: InputList
  /// True if the person asked about one board.
  let isOneBoard: Bool

  func print(to console: Console) throws {
    for (index, device) in list.devices.enumerated() {
      if index > 0 { try console.print() }
      try print(device, to: console)
    }
    if isOneBoard {
      for board in list.withoutDevice {
        try print(
          board, board.isSimulatedOnly ? CommandError.simulatedOnly.message : Self.missing(board),
          .red, to: console)
      }
      for board in list.configured { try print(board, Self.configured(board), .dim, to: console) }
    } else if list.devices.isEmpty {
      try console.print(
        lines: Self.nothing.flatMap { $0.wrapped(to: min(console.terminal.width, 100)) })
    }
  }

  private func print(_ device: CaptureDeviceDescription, to console: Console) throws {
    let terminal = console.terminal
    try console.print(
      "\(terminal.styled(device.device.printable, .bold))  \(device.card.printable), \(device.name.printable)"
    )
    for (text, style) in Self.facts(device) {
      let lines = text.wrapped(to: min(terminal.width, 100) - 2)
      try console.print(lines: lines.map { "  " + terminal.styled($0, style ?? .dim) })
    }
    let boards = list.boards(using: device)
    if boards.isEmpty {
      try console.print(
        "  no board file uses it: "
          + "'pinna board new mine.toml --device \(device.device.printable)' makes a board file"
      )
    }
    for board in boards {
      try console.print(
        "  \(terminal.styled("board \(board.id)", .green)), \(board.name.printable)")
      try console.print(Self.sources(board), showsTitles: false, indent: 4)
    }
  }

  /// The formats that a device offers, its present user and its problem, if there are any.
  static func facts(_ device: CaptureDeviceDescription) -> [(String, TextStyle?)] {
    var facts: [(String, TextStyle?)] = []
    if let offer = device.offer { facts.append(("\(offer)", nil)) }
    if let holder = device.holder {
      facts.append(("in use by \(holder.printable); end that program to record", .yellow))
    }
    if let problem = device.problem { facts.append((problem.printable, .red)) }
    return facts
  }

  /// A table with one row for each data source of a board.
  static func sources(_ board: Board) -> TextTable {
    let input = InputDescription(board)
    return TextTable(
      columns: [.init(""), .init(""), .init(""), .init("")],
      rows: input.dataSources.map { source in
        [
          .init(source.name.printable),
          .init(
            ["looks out of the \(source.orientation.name)"]
              .joined(separator: ", ") + (source.location.map { ", \($0.rawValue) part" } ?? "")),
          .init(source.patterns.map(\.rawValue).joined(separator: ", ")),
          .init(
            source.isStereoPossible
              ? input.hasOrientations ? "stereo in four orientations" : "stereo" : "mono only"),
        ]
      })
  }

  private static func missing(_ board: Board) -> String {
    "its capture device \(board.capture.device.printable) is missing: 'pinna inputs' lists the devices; "
      + "check that the board is plugged in and that its driver or device tree overlay is loaded"
  }

  private static func configured(_ board: Board) -> String {
    "its capture device \(board.capture.device.printable) is not the device of a sound card but a PCM in "
      + "ALSA's configuration: 'pinna record' opens it"
  }

  /// Prints a board whose device is not in the list, and the reason why it is not.
  private func print(
    _ board: Board, _ text: String, _ style: TextStyle, to console: Console
  ) throws {
    let terminal = console.terminal
    try console.print("\(terminal.styled("board \(board.id)", .bold)), \(board.name.printable)")
    try console.print(Self.sources(board), showsTitles: false, indent: 2)
    try console.print(
      lines: text.wrapped(to: min(terminal.width, 100) - 2).map {
        "  " + terminal.styled($0, style)
      })
  }

  /// The advice to print if there is no capture device.
  static let nothing = [
    "This machine has no capture device.",
    "  - Is the board plugged in, and is its driver loaded? 'cat /proc/asound/cards' shows the "
      + "sound cards; on a "
      + "Raspberry Pi a HAT needs its dtoverlay line in /boot/firmware/config.txt and a restart.",
    "  - Does this user have access to the sound card? 'ls -l /dev/snd' shows the group, which is audio on "
      + "most systems: 'sudo usermod -aG audio $USER', then log in again.",
    "  - Without a board: 'pinna simulate' records on a simulated board.",
  ]
}

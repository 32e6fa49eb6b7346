import Assembly
import Boards
import Drawings
import LinuxBoard
import Recorder

extension Command {
  /// The command `pinna inputs`.
  static let inputs = Command(
    "inputs", summary: "the capture devices of this machine, and the boards that use them",
    discussion: """
      Lists every capture device with its name for board files, its formats, channels and rates, and the program that \
      has it open. Below each device are the boards that use it, with their data sources and patterns. With --board, \
      it shows only that board, even if the device is missing.
      """,
    options: [BoardArgument.option, json],
    examples: [
      .init("pinna inputs", "all devices"),
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
    try console.print(CaptureDeviceList(list), arguments) {
      try InputReport(list: list, isOneBoard: only != nil).print(to: console)
    }
    // Without any device the command has not found what was asked for, which the exit code tells a script.
    let isAnswered = !list.devices.isEmpty || (only != nil && !list.configured.isEmpty)
    return isAnswered ? .success : .unavailable
  }
}

/// The capture devices, with the boards that use each of them.
struct InputList: Sendable {
  /// The capture devices of the machine.
  private(set) var devices: [CaptureDeviceDescription]
  /// The boards that the board files describe.
  let boards: [Board]

  /// The boards that capture from a device, in the order of ``boards``.
  func boards(using device: CaptureDeviceDescription) -> [Board] {
    boards.filter { CaptureDeviceName.isSame($0.capture.device, device.device) }
  }

  /// The boards whose device is missing.
  var withoutDevice: [Board] { unlisted.filter { !Self.isConfigured($0) } }

  /// The boards whose device is a PCM in ALSA's configuration; only opening the PCM shows if it exists.
  var configured: [Board] { unlisted.filter(Self.isConfigured) }

  private var unlisted: [Board] {
    boards.filter { board in
      !devices.contains { CaptureDeviceName.isSame(board.capture.device, $0.device) }
    }
  }

  private static func isConfigured(_ board: Board) -> Bool {
    !board.isSimulatedOnly && !namesCard(board.capture.device)
  }

  /// True if the name means a device of a card, false if it means a PCM in ALSA's configuration.
  static func namesCard(_ device: String) -> Bool {
    device.hasPrefix("hw:") || device.hasPrefix("plughw:")
  }

  /// Removes the devices that no board uses.
  mutating func keepDevicesOfBoards() { devices = devices.filter { !boards(using: $0).isEmpty } }
}

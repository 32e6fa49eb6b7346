import Boards
import Diagnostics
import Recorder
import SimulatedBoard

/// A board on the bench as a text says it, with everything that a board can have.
enum PlantedBench {
  /// Seconds of sound: what the checks need, and some periods of everything that comes again and again.
  static let seconds = 4.0
  /// Seconds that a whole checkup lasts at most.
  static let duration = 60

  /// Four microphones without any symmetry, as on a phone.
  private static let microphones = [
    "[-22.0, -73.5, 0.0]", "[22.0, -73.5, 0.0]", "[0.0, 69.0, 4.0]", "[18.0, 61.0, -4.0]",
  ].enumerated().map { index, position in
    """
    [[microphone]]
    name = "MIC\(index + 1)"
    channel = \(index)
    position = \(position)
    """
  }.joined(separator: "\n")

  /// The board file.
  ///
  /// - Parameter isFixed: true when it lies on a table with its top edge up, and is not held.
  static func board(isFixed: Bool = false) throws -> Board {
    try Board.load(
      text: """
        schema = 1
        name = "Bench"
        source = "made for tests"
        [capture]
        device = "hw:CARD=bench"
        channels = 4
        mixer = { "ADC Capture Volume" = 100 }
        \(microphones)
        [[data-source]]
        name = "Back"
        orientation = "back"
        forward = [0.0, 0.0, -1.0]
        patterns = ["stereo"]
        [orientation]
        \(isFixed ? "mode = \"fixed\"\nup = [0.0, 1.0, 0.0]" : "mode = \"hand-held\"")
        [accelerometer]
        chip = "lis3dh"
        bus = 1
        address = 0x18
        [buttons.record]
        chip = "bench"
        line = 17
        [buttons.source]
        chip = "bench"
        line = 18
        [leds.record]
        chip = "bench"
        line = 27
        [leds.status]
        chip = "bench"
        line = 22
        [power]
        chip = "bench"
        line = 4
        [simulation]
        noise = -90.0
        gain-error = 0.2
        phase-error = 0.4
        """, name: "bench.toml", id: "bench")
  }

  /// The report of a checkup of a board with the rest of a scenario: its sounds, its hardware, its faults.
  static func report(
    _ board: Board, seed: Int, _ text: String, seconds: Double = seconds,
    filters: FilterStore? = nil, checks: [String] = [], guide: Guide? = nil, patience: Double = 20
  ) throws -> CheckReport {
    let scenario = try Scenario.parse(
      text: "board = \"\(board.id)\"\nduration = \(duration)\nseed = \(seed)\n" + text,
      name: "planted.toml")
    var bench = Bench(
      board: board, machine: try SimulatedMachine(scenario, board: board).ports,
      takes: TakeNeeds(
        directory: "/takes", rate: StorageRate(bytesPerSecond: board.capture.rate * 6)))
    bench.machine.inputs = { ["hw:CARD=bench"] }
    bench.filters = filters
    var checkup = Checkup(bench, try CheckSelection(checks))
    checkup.seconds = seconds
    checkup.patience = patience
    return checkup.run(at: WallTime(epochSeconds: 0, isSet: false), guide: guide)
  }

  /// A source of a scenario.
  static func source(_ sound: String, _ place: String, level: Double, _ more: String = "") -> String
  {
    "[[source]]\n\(sound)\n\(place)\ndistance = \"far\"\nlevel = \(level)\n\(more)\n"
  }
}

extension CheckReport {
  /// The findings that are not in order, as "check subject".
  var complaints: Set<String> {
    Set(
      findings.filter { $0.verdict == .fail || $0.verdict == .warn }
        .map { "\($0.check) \($0.subject)" })
  }
}

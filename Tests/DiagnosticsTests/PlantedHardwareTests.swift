import Beamforming
import Boards
import Diagnostics
import Recorder
import TestSupport
import Testing

/// From the text of a scenario through the simulated board and its ports to the findings.
@Suite("Faults that are planted on a simulated board")
struct PlantedHardwareTests {
  /// Traffic above the board, along its long side, and a voice at its right.
  private static func room(level: Double = -45) -> String {
    PlantedBench.source("noise = \"pink\"", "device = [0.1, 1.0, 0.2]", level: level)
      + PlantedBench.source("noise = \"pink\"", "device = [1.0, 0.1, -0.3]", level: level - 10)
  }

  @Test(
    "Each is named by its own finding, with a remedy, and by no other",
    arguments: PlantedHardware.all)
  func planted(fault: PlantedHardware) throws {
    let board = try PlantedBench.board(isFixed: fault.isFixed)
    let room = fault.isQuiet ? Self.room(level: -90) : Self.room()
    let report = try PlantedBench.report(board, seed: 1, room + fault.text)
    #expect(report.complaints == fault.found)
    for finding in report.findings where finding.verdict == .fail || finding.verdict == .warn {
      #expect(finding.remedy?.isEmpty == false, "\(finding.check)")
      #expect(finding.limit?.isEmpty == false, "\(finding.check)")
    }
  }

  @Test("Hum that the room hides is not passed, and where it is quiet its absence is")
  func hiddenHum() throws {
    let board = try PlantedBench.board()
    let hum = "[hardware.capture]\nhum = -52.0\nmains = 50\n"
    let loud = try PlantedBench.report(board, seed: 1, Self.room() + hum)
      .findings.filter { $0.check == .soundHum }
    #expect(loud.count == 4)
    #expect(loud.allSatisfy { $0.verdict == .skip || $0.verdict == .warn })
    #expect(loud.contains { $0.message.contains("could hide hum of up to -") })
    let quiet = try PlantedBench.report(board, seed: 1, Self.room(level: -90))
      .findings.filter { $0.check == .soundHum }
    #expect(quiet.map(\.verdict) == [.pass, .pass, .pass, .pass])
  }

  @Test("A small buffer is a matter of the board file if the file asks for it, else of the driver")
  func smallBuffer() throws {
    func remedy(_ board: Board, _ text: String) throws -> String? {
      try PlantedBench.report(
        board, seed: 1, Self.room() + text, seconds: 1, checks: ["device.grant"]
      ).findings.first { $0.check == .deviceGrant }?.remedy
    }
    var board = try PlantedBench.board()
    #expect(try remedy(board, "") == nil)
    let granted = try remedy(board, "[hardware.capture]\nbuffer = 20.0\n")
    #expect(granted?.hasPrefix("set a longer period") == true)
    board.capture.bufferMilliseconds = 20
    #expect(try remedy(board, "")?.hasPrefix("remove buffer from [capture]") == true)
  }

  @Test("There are many, and each once")
  func many() {
    #expect(PlantedHardware.all.count >= 25)
    #expect(Set(PlantedHardware.all.map(\.name)).count == PlantedHardware.all.count)
    #expect(Set(PlantedHardware.all.map(\.text)).count == PlantedHardware.all.count)
  }

  @Test("Without a fault every check is made, and none complains")
  func healthy() throws {
    for isFixed in [false, true] {
      let board = try PlantedBench.board(isFixed: isFixed)
      let filters = FilterStore(
        board: board, ears: .sphere, settings: DesignSettings(taps: 128),
        cacheDirectory: TestForm.cache)
      let report = try PlantedBench.report(board, seed: 1, Self.room(), filters: filters)
      #expect(report.complaints == [])
      #expect(report.cases.map(\.design.which) == board.cases)
      // The room would hide hum, only a sound whose side is known proves the order of channels, and nothing here can be
      // busy.
      #expect(
        report.findings(.skip).map(\.check)
          == [Check](repeating: .soundHum, count: 4)
          + [.soundPressure, .soundOrder, .loadGaps, .loadWakeup])
    }
  }

  @Test("A healthy board complains about nothing", arguments: PlantedNothing.all)
  func nothing(planted: PlantedNothing) throws {
    let board = try planted.board()
    let report = try PlantedBench.report(
      board, seed: planted.seed, planted.text(board), seconds: Checkup.secondsRange.lowerBound)
    #expect(report.complaints == [])
    // Nothing complains about what was not looked at.
    let microphones = board.microphones.count
    #expect(report.findings.filter { $0.check == .soundAlive }.count == microphones)
    for check in [Check.soundGain, .soundPolarity, .clockRate, .captureWakeup] {
      #expect(report.findings(.pass).contains { $0.check == check }, "\(check)")
    }
  }
}

import Diagnostics
import Recorder
import SimulatedBoard
import TakeFiles
import Testing

/// A system whose clock has a source.
private struct ClockedSystem: SystemProbe {
  var source: ClockQuality.Source

  func examineSystem(priority: Int?) -> HostSystem {
    var facts = HostSystem()
    (facts.isClockSet, facts.clock) = (true, ClockQuality(source))
    return facts
  }
}

/// The pulse per second of a clock in a checkup.
@Suite struct PulseCheckTests {
  private static let problem = HardwareProblem(
    what: "pulse per second", place: "/dev/pps0", reason: "cannot be read", remedy: "load pps-gpio")

  private static func findings(
    _ pulse: (@Sendable (Double) -> PulseState)?, _ source: ClockQuality.Source = .ntp,
    corrected: ClockQuality? = nil
  ) throws -> [Finding] {
    let board = try PlantedBench.board()
    let scenario = try Scenario.parse(
      text: "board = \"bench\"\nduration = 1.0\n", name: "quiet.toml")
    var bench = Bench(
      board: board, machine: try SimulatedMachine(scenario, board: board).ports,
      takes: TakeNeeds(directory: "/takes", rate: StorageRate(bytesPerSecond: 300_000)))
    bench.machine.system = ClockedSystem(source: source)
    bench.machine.pulse = pulse
    bench.machine.clockQuality = { corrected ?? ClockQuality(source) }
    return Checkup(bench, try CheckSelection(["system.clock"]))
      .run(at: WallTime(epochSeconds: 0, isSet: false)).findings
  }

  @Test("one that cannot be used, or corrects a clock that nothing keeps in step, is warned of")
  func bad() throws {
    #expect(try Self.findings(nil).map(\.verdict) == [.pass])
    let missing = try Self.findings { _ in .unusable(Self.problem) }
    #expect(missing.map(\.verdict) == [.pass, .warn])
    #expect(missing.last?.message == "/dev/pps0: cannot be read")
    #expect(missing.last?.remedy == "load pps-gpio")
    let unkept = try Self.findings({ _ in .steady(errorSeconds: 1e-5) }, .rtc)
    #expect(unkept.map(\.verdict) == [.pass, .warn])
    #expect(unkept.last?.message.contains("is not used") == true)
    #expect(try Self.findings { _ in .awaited }.map(\.verdict) == [.pass, .warn])
  }

  @Test("its first edges are waited for, and then its error is told")
  func awaited() throws {
    let findings = try Self.findings { now in
      now < 5 ? .awaited : .steady(errorSeconds: 12.3e-6)
    }
    #expect(findings.map(\.verdict) == [.pass, .pass])
    #expect(findings.last?.value == 13 && findings.last?.unit == "us")
  }

  @Test("a clock whose source is unknown is warned of, unless a GPS receiver gives the time")
  func receiver() throws {
    let alone = try Self.findings(nil, .unknown)
    #expect(alone.map(\.verdict) == [.warn])
    // Setting the clock by hand does not make its source known.
    #expect(alone.first?.remedy?.contains("date -s") == false)
    let corrected = try Self.findings(nil, .unknown, corrected: ClockQuality(.gps))
    #expect(corrected.map(\.verdict) == [.pass])
    #expect(corrected.first?.message == "the GPS receiver gives the time of day")
  }
}

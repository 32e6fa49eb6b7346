import Beamforming
import Boards
import Glibc
import Recorder
import SimulatedBoard
import TOML
import TakeFiles

/// One run of the recording.
struct Recording {
  private let board: Board
  private let configuration: SessionConfiguration
  private let filters: FilterStore
  private let scenario: Scenario

  /// The reasons why a recording cannot be made.
  enum Failure: Error {
    /// There is no such format.
    case unknownFormat(String)
    /// The marks cannot be written.
    case marks(errno: Int32)
    /// A medium was lost in a take.
    case lost(String)
    /// The session reported a fault.
    case fault(SessionFault)
  }

  /// A recording into a directory.
  ///
  /// - Parameters:
  ///   - boardFile: the board file.
  ///   - designs: where filters are kept between runs.
  ///   - directory: where the takes go.
  ///   - format: a word of `TakeFileKind`.
  ///   - mirror: the folder on a second medium; `nil` for none.
  init(
    boardFile: String, designs: String, directory: String, format: String, mirror: String? = nil
  ) throws {
    guard let format = TakeFileKind(rawValue: format) else {
      throw Failure.unknownFormat(format)
    }
    board = try Board.load(path: boardFile)
    scenario = try Scenario.parse(text: CutScenario.text, name: "power-cut.toml")
    var settings = Settings()
    settings.take.directory = directory
    settings.take.mirror = mirror
    settings.take.form.kind = format
    settings.take.form.keepsRaw = true
    settings.take.form.preRollSeconds = CutScenario.preRollSeconds
    settings.take.form.split = .seconds(CutScenario.splitSeconds)
    settings.stereo.ears = .sphere
    var configuration = try SessionConfiguration(settings, board: board)
    // Real time is kept by the virtual board's own clock; on a machine there is no waiting.
    configuration.capturePriority = nil
    configuration.renderPriority = nil
    self.configuration = configuration
    filters = FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(rate: board.capture.rate),
      cacheDirectory: designs)
  }

  /// Records, in real time when there are marks to be made and else as fast as possible.
  func run(marks: [CaptureMarks]) throws {
    var simulator = try Simulator(scenario: scenario, board: board)
    simulator.isPaced = !marks.isEmpty
    var (counts, marked) = (Counts(), Counts())
    var failure: Failure?
    let outcome = try simulator.run(
      configuration: configuration, filters: filters,
      onEvent: { _, event in
        counts.add(event)
        switch event {
        case .fault(let fault): failure = failure ?? .fault(fault)
        case .mirror(.lost, _, let words), .mainLost(let words): failure = failure ?? .lost(words)
        default: break
        }
      },
      onTick: { now, session in
        guard let first = marks.first, first.isDue(at: now) || counts != marked else { return }
        marked = counts
        let text =
          "\(now) \(session.capturedFrames) \(counts.started) \(counts.finished)"
          + " \(session.unwrittenFrames)\n"
        for medium in marks where !medium.put(text, at: now) {
          failure = failure ?? .marks(errno: errno)
        }
      })
    if let failure { throw failure }
    for take in outcome.takes {
      let names = (take.files + take.rawFiles).map { $0.split(separator: "/").last ?? "" }
      print(take.timelineStart, take.preRollFrames, take.frames, names.joined(separator: " "))
    }
  }

  /// Takes so far.
  private struct Counts: Equatable {
    var started = 0
    var finished = 0

    mutating func add(_ event: SessionEvent) {
      switch event {
      case .takeStarted: started += 1
      case .takeFinished: finished += 1
      default: break
      }
    }
  }
}

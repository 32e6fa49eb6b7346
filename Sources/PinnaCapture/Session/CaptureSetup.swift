import Assembly
import Beamforming
import Boards
import Essentials
import Recorder
import SimulatedBoard
import TOML
import TakeFiles

/// The board, the configuration and the preferences of a session, from which its recorder is built.
struct CaptureSetup: Sendable {
  var board: Board
  let scene: SimulatedScene?
  /// The configuration; its paths are absolute.
  let configuration: CaptureConfiguration
  var dataSource: String?
  var pattern: PolarPattern?
  var orientation: InputOrientation?
  var gain: Double?

  /// Loads the board, and creates the folder of takes.
  init(
    _ board: CaptureBoard, _ configuration: CaptureConfiguration
  ) throws(CaptureError) {
    self.board = try board.load()
    var configuration = configuration
    if let directory = configuration.takes?.directory.absolutePath {
      configuration.takes?.directory = directory
    }
    configuration.cacheDirectory =
      (configuration.cacheDirectory ?? CaptureBoard.cacheDirectory)?.absolutePath
    self.configuration = configuration
    if case .simulated(_, let scene) = board.kind {
      self.scene = scene.resolved
    } else {
      scene = nil
    }
    if !configuration.usesButtonsAndLights { (self.board.buttons, self.board.leds) = ([:], [:]) }
    if let takes = configuration.takes {
      guard TakeForm.preRolls.contains(takes.preRollSeconds) else {
        let (low, high) = (Int(TakeForm.preRolls.lowerBound), Int(TakeForm.preRolls.upperBound))
        throw .unavailable(
          "a pre-roll of \(takes.preRollSeconds) s: must be \(low) to \(high) s")
      }
      try translate(try OutputFolder.prepare(takes.directory), to: CaptureError.folder)
    }
    _ = try session()
  }

  private var stereo: Settings.Stereo {
    var stereo = Settings.Stereo()
    stereo.source = dataSource
    stereo.pattern = pattern
    stereo.orientation = orientation
    stereo.frontEmphasis = configuration.frontEmphasis
    stereo.width = configuration.width
    return stereo
  }

  /// Makes the configuration of the recorder.
  func session() throws(CaptureError) -> SessionConfiguration {
    guard DesignSettings.frontEmphasisRange.contains(configuration.frontEmphasis),
      DesignSettings.widthRange.contains(configuration.width)
    else {
      throw .unavailable(
        "a front emphasis of \(configuration.frontEmphasis) dB and a width of "
          + "\(configuration.width): must be \(DesignSettings.frontEmphasisRange) dB and "
          + "\(DesignSettings.widthRange)")
    }
    var settings = Settings()
    settings.stereo = stereo
    settings.take.inputGain = gain
    settings.take.form.preRollSeconds = 0
    if let takes = configuration.takes {
      settings.take.directory = takes.directory
      settings.take.form.kind = TakeFileKind(rawValue: takes.format.rawValue) ?? .wav
      settings.take.form.keepsRaw = takes.keepsRaw
      settings.take.form.preRollSeconds = takes.preRollSeconds
      settings.take.restart = takes.restartsAfterInterruption
    }
    var session = try translate(
      try SessionConfiguration(settings, board: board), to: CaptureError.setting)
    session.makesTakes = configuration.takes != nil
    if !session.makesTakes { session.stallSeconds = 2 }
    session.isPulled = true
    if scene != nil || !configuration.isRealtime {
      (session.capturePriority, session.renderPriority) = (nil, nil)
    }
    return session
  }

  /// The store of the board's filters.
  func filters() -> FilterStore {
    FilterStore(
      stereo, board: board, rate: board.capture.rate,
      cacheDirectory: configuration.cacheDirectory)
  }

  /// Makes the simulation of the board; `nil` for a real board.
  func simulator() throws(CaptureError) -> Simulator? {
    guard let scene else { return nil }
    let scenario = try scene.scenario(of: board)
    do {
      return try Simulator(scenario: scenario, board: board)
    } catch {
      throw CaptureError(simulation: error)
    }
  }
}

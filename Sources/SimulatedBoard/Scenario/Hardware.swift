import Boards
import Essentials
import Recorder
import TOML

extension Scenario {
  /// The real hardware, for scenarios that make it differ from the board file: the table `[hardware]`.
  package struct Hardware: DefectTable, Equatable {
    /// The id or path of another board, which supplies the real microphones, body and errors.
    @Key("board", .string) package var board: String?
    /// The real body, in place of the one in the board file: free field, or a box of the board's
    /// size.
    @Key("body", KeyRule(read: bodyModel)) package var body: BodyModel?
    /// The gain error in decibels, in place of the one in the board's `[simulation]`.
    @Key("gain-error", 0...20, "dB") package var gainError: Double?
    /// The phase error in degrees, in place of the one in the board's `[simulation]`.
    @Key("phase-error", 0...90, "degrees") package var phaseError: Double?
    /// The position error in metres along each axis, in place of the one in the board's `[simulation]`.
    @Key("position-error", KeyRule.number(0...10, "mm").map { $0 / 1000 })
    package var positionError: Double?
    /// The position of ``board`` in the file.
    package var boardPlace = Place()
    /// The position of ``body`` in the file.
    package var bodyPlace = Place()
    /// The defects of individual microphones; each microphone is listed at most once.
    @Key("microphone", .tables()) package var microphones: [MicrophoneDefect] = []
    /// The defects of the capture device.
    @Key("capture", .optionalTable()) package var capture: CaptureDefect? = nil
    /// The defects of the accelerometer.
    @Key("accelerometer", .optionalTable()) package var accelerometer: SensorDefect? = nil
    /// The defects of individual buttons.
    @Key("buttons", .named()) package var buttons: [ButtonName: ButtonDefect] = [:]
    /// The defects of individual LEDs.
    @Key("leds", .named()) package var leds: [LightName: LightDefect] = [:]
    /// The defects of the storage medium.
    @Key("storage", .optionalTable()) package var storage: CardDefect? = nil
    /// The defects of the system around the recorder.
    @Key("system", .optionalTable()) package var system: SystemDefect? = nil
    /// The values to which the sound card's mixer controls are set, by name, regardless of the board file.
    @Key("mixer", KeyRule(read: controls)) package var mixer: [String: Int] = [:]

    package init() {}
  }

  /// The board that the scenario names: an id unchanged, a path resolved relative to the scenario file.
  package func located(_ board: String) -> String {
    guard board.hasSuffix(".toml"), !board.hasPrefix("/"), let slash = file.lastIndex(of: "/")
    else { return board }
    return file[...slash] + board
  }

  /// The real board, which equals the given one except where ``hardware-swift.property`` differs.
  ///
  /// Channels, data sources, buttons and the names of microphones stay the same, because the recorder uses them.
  ///
  /// - Throws: `TOMLError` if the other board cannot be read, has different microphones, or has no size for a box.
  package func hardware(of board: Board, in library: BoardLibrary) throws(TOMLError) -> Board {
    guard let hardware else { return board }
    var real = board
    if let name = hardware.board {
      let other = try load(name, hardware.boardPlace, library)
      guard other.microphones.count == board.microphones.count else {
        throw error(
          "board", hardware.boardPlace,
          "\(other.id) has \(other.microphones.count.counted("microphone")), but \(board.id) has "
            + "\(board.microphones.count)",
          "the microphones must be the same ones, in the same order")
      }
      real.microphones = zip(board.microphones, other.microphones).map { mine, other in
        var microphone = other
        (microphone.name, microphone.channel) = (mine.name, mine.channel)
        return microphone
      }
      (real.body, real.simulation) = (other.body, other.simulation)
    }
    if let model = hardware.body {
      if real.body == nil, model == .box {
        throw error(
          "body", hardware.bodyPlace, "is a box, but the board file does not state a size",
          "add a [body] table with a size to the board file")
      }
      real.body?.model = model
    }
    let errors = real.simulation
    real.simulation.gainError = hardware.gainError ?? errors.gainError
    real.simulation.phaseError = hardware.phaseError ?? errors.phaseError
    real.simulation.positionError = hardware.positionError ?? errors.positionError
    return real
  }

  /// Loads the other board.
  ///
  /// A missing board is reported as an error in the scenario; an error inside the board file is
  /// reported there.
  private func load(
    _ name: String, _ place: Place, _ library: BoardLibrary
  ) throws(TOMLError) -> Board {
    do throws(TOMLError) {
      return try library.load(located(name))
    } catch {
      guard case .file = error.cause else { throw error }
      var wrong = self.error("board", place, "\(error.file): \(error.problem)", error.remedy)
      wrong.cause = error.cause
      throw wrong
    }
  }

  private func error(
    _ key: String, _ place: Place, _ problem: String, _ remedy: String?
  ) -> TOMLError {
    TOMLError(
      file: file, line: place.line, column: place.column, key: "hardware.\(key)",
      problem: problem, remedy: remedy)
  }
}

import Acoustics
import Boards
import Calibration

/// A board of the project with the sounds that are made around it.
struct CalibrationSetting: Sendable {
  let board: Board
  let directions: [Vector3]
  let responses: BodyResponses?
  let field: ArrayField

  /// The simulated box knows plane waves only.
  var errors: CalibrationScene.Errors { CalibrationScene.Errors(isFar: responses != nil) }

  /// The boards that are calibrated.
  enum Name: String, CaseIterable, Sendable {
    case respeaker = "respeaker-4mic-hat"
    case matrixVoice = "matrix-voice"
    case pair = "i2s-pair"
    case phone

    /// The board with its sounds, computed once.
    func setting() throws -> CalibrationSetting {
      switch self {
      case .respeaker: try CalibrationSetting.respeaker.get()
      case .matrixVoice: try CalibrationSetting.matrixVoice.get()
      case .pair: try CalibrationSetting.pair.get()
      case .phone: try CalibrationSetting.phone.get()
      }
    }

    /// The path of its board file.
    var path: String {
      #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
        + "/boards/\(rawValue).toml"
    }
  }

  private static let respeaker = Result {
    try CalibrationSetting(.respeaker, CalibrationScene.around(times: 3))
  }
  private static let matrixVoice = Result {
    try CalibrationSetting(.matrixVoice, CalibrationScene.around(times: 3))
  }
  /// A row knows delays from sounds at its ends.
  private static let pair = Result {
    try CalibrationSetting(.pair, CalibrationScene.ends(times: 12))
  }
  private static let phone = Result {
    try CalibrationSetting(.phone, CalibrationScene.around(times: 2))
  }

  private init(_ name: Name, _ directions: [Vector3]) throws {
    let whole = try Board.load(path: name.path)
    let board = name == .phone ? whole.halved : whole
    self.board = board
    self.directions = directions
    if board.body?.model == .box, let size = board.body?.size {
      responses = SurfaceWeights.box(BoxShape(size: size), microphones: board.microphones) { _ in
        true
      }.map { BodyResponses(.surface($0)) }
    } else {
      responses = nil
    }
    field = ArrayField(board, responses: responses)
  }
}

extension Board {
  /// The same with half of every length: the boundary elements of a whole phone take twenty seconds.
  fileprivate var halved: Board {
    var board = self
    for index in microphones.indices {
      board.microphones[index].position = microphones[index].position / 2
    }
    if let size = body?.size { board.body?.size = size / 2 }
    return board
  }
}

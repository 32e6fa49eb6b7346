import Boards
import Recorder

/// An input: a board, with its capture device and its data sources.
public struct CaptureInput: Sendable, Equatable {
  /// The id of the board.
  public var board: String
  /// The name of the board.
  public var name: String
  /// The name of its capture device.
  public var device: String
  /// The number of channels of the device, and of a raw buffer.
  public var channels: Int
  /// True if stereo depends on how the board is held.
  public var hasOrientations: Bool
  /// Its data sources; the first is the default.
  public var dataSources: [InputDataSource]

  init(_ board: Board) {
    let input = InputDescription(board)
    self.board = board.id
    name = board.name
    device = input.device
    channels = input.channelCount
    hasOrientations = input.hasOrientations
    dataSources = input.dataSources.map(InputDataSource.init)
  }
}

/// A virtual microphone of an input, with a direction.
public struct InputDataSource: Sendable, Equatable {
  /// Its name.
  public var name: String
  /// The face of the device that it looks out of.
  public var orientation: DeviceFace
  /// The part of the device that it is in, if the board file states it.
  public var location: DataSourceLocation?
  /// The supported patterns.
  public var supportedPolarPatterns: [PolarPattern]

  init(_ source: InputDescription.Source) {
    name = source.name
    orientation = source.orientation
    location = source.location
    supportedPolarPatterns = source.patterns
  }
}

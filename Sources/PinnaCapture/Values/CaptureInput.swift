import Boards
import Recorder

/// An input: a board, with its capture device and its data sources.
public struct CaptureInput: Sendable, Equatable {
  /// The id of the board.
  public var board: String
  /// The name of the board.
  public var name: String
  /// The name of the board's capture device.
  public var device: String
  /// The number of channels of the device and of a raw sound buffer.
  public var channels: Int
  /// True if left and right depend on how you hold the board.
  public var hasOrientations: Bool
  /// The data sources of the board; the first is the default.
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

/// A virtual microphone of an input, which faces a direction.
public struct InputDataSource: Sendable, Equatable {
  /// The name of the data source.
  public var name: String
  /// The face of the device that the data source points out of.
  public var orientation: DeviceFace
  /// The position of the data source on the device, if the board file states it.
  public var location: DataSourceLocation?
  /// The polar patterns that the data source supports.
  public var supportedPolarPatterns: [PolarPattern]

  init(_ source: InputDescription.Source) {
    name = source.name
    orientation = source.orientation
    location = source.location
    supportedPolarPatterns = source.patterns
  }
}

import Boards

/// The inputs of a board: its capture device and the data sources that its microphones form.
package struct InputDescription: Sendable, Equatable, Codable {
  /// One virtual microphone.
  package struct Source: Sendable, Equatable, Codable {
    /// The name of the data source, as users type it.
    package var name: String
    /// The face of the device out of which the data source points.
    package var orientation: DeviceFace
    /// The part of the device in which the data source lies, upper or lower.
    package var location: DataSourceLocation?
    /// The polar patterns that the data source supports.
    package var patterns: [PolarPattern]
    /// True if a stereo take is possible: the data source supports stereo, and at least two of its microphones are
    /// alive.
    package var isStereoPossible: Bool
  }

  /// The board's id.
  package var board: String
  /// The name of the capture device.
  package var device: String
  /// The number of channels of the capture device.
  package var channelCount: Int
  /// The number of frames per second.
  package var rate: Int
  /// True if stereo depends on how the device is held.
  package var hasOrientations: Bool
  /// The data sources; the first is the default.
  package var dataSources: [Source]

  /// Creates the description of the inputs that a board offers.
  ///
  /// - Parameter unusable: indices of dead microphones.
  package init(_ board: Board, unusable: Set<Int> = []) {
    let usable = board.microphones.indices.filter { !unusable.contains($0) }.count
    self.board = board.id
    device = board.capture.device
    channelCount = board.capture.channels
    rate = board.capture.rate
    hasOrientations = board.orientation == .handHeld
    dataSources = board.dataSources.map { source in
      Source(
        name: source.name, orientation: source.orientation, location: source.location,
        patterns: source.patterns,
        isStereoPossible: source.sidesPattern != nil && usable >= 2)
    }
  }
}

extension Session {
  /// The inputs that the board offers at present, without its dead microphones.
  package var input: InputDescription {
    InputDescription(configuration.board, unusable: microphones.unusable)
  }
}

import Boards
import Recorder
import TakeFiles

/// A take in progress.
public struct RunningTake: Sendable, Equatable {
  /// A unique name.
  public var id: String
  /// The data source of the take.
  public var dataSource: String
  /// The pattern of the take.
  public var polarPattern: PolarPattern
  /// The orientation of the take; `nil` on a board with a fixed up.
  public var inputOrientation: InputOrientation?
  /// Seconds so far, including the pre-roll.
  public var seconds: Double
  /// True if its first frames have reached a file.
  public var isConfirmed: Bool
  /// True while it is paused.
  public var isPaused: Bool
}

/// A complete take, whose files are closed.
public struct FinishedTake: Sendable, Equatable {
  /// A position in a take.
  public struct Marker: Sendable, Equatable {
    /// The frame, from 0.
    public var frame: Int
    /// The kind of marker, in one word.
    public var kind: String
    /// Its text.
    public var text: String
  }

  /// The name of the take in progress.
  public var id: String
  /// The stereo file and its continuations.
  public var files: [String]
  /// The file of all channels and its continuations; empty if it was not requested.
  public var rawFiles: [String]
  /// The data source of the take.
  public var dataSource: String
  /// The pattern of the take.
  public var polarPattern: PolarPattern
  /// The orientation of the take; `nil` on a board with a fixed up.
  public var inputOrientation: InputOrientation?
  /// Frames per second.
  public var sampleRate: Int
  /// Frames.
  public var frames: Int
  /// Frames before the start.
  public var preRollFrames: Int
  /// Frames lost by the hardware, replaced by silence.
  public var lostFrames: Int
  /// The markers of the take.
  public var markers: [Marker]
  /// The reason for its end, in a few words.
  public var end: String

  /// Its length in seconds.
  public var seconds: Double { Double(frames) / Double(max(1, sampleRate)) }
}

extension FinishedTake {
  init(_ result: TakeResult) {
    let (plan, which) = (result.plan, result.plan.design.which)
    id = plan.uid
    files = result.files
    rawFiles = result.rawFiles
    dataSource = plan.board.dataSources[which.dataSource].name
    polarPattern = plan.design.pattern
    inputOrientation = which.orientation
    sampleRate = plan.grant.rate
    frames = result.frames
    preRollFrames = result.preRollFrames
    lostFrames = result.gapTotals.frames
    markers = result.markers.map {
      Marker(frame: $0.frame, kind: $0.kind.rawValue, text: $0.label)
    }
    end = result.end.words
  }
}

import Boards
import Recorder
import TakeFiles

/// A take in progress.
public struct RunningTake: Sendable, Equatable {
  /// A unique name of the take.
  public var id: String
  /// The data source of the take.
  public var dataSource: String
  /// The pattern of the take.
  public var polarPattern: PolarPattern
  /// The orientation of the take; `nil` on a board whose up direction is fixed.
  public var inputOrientation: InputOrientation?
  /// The length of the take so far in seconds, including the pre-roll.
  public var seconds: Double
  /// True if the first frames of the take have reached a file.
  public var isConfirmed: Bool
  /// True while the take is paused.
  public var isPaused: Bool
}

/// A finished take with closed files.
public struct FinishedTake: Sendable, Equatable {
  /// A marker at a position in a take.
  public struct Marker: Sendable, Equatable {
    /// The frame of the marker, counted from 0.
    public var frame: Int
    /// The kind of the marker, in one word.
    public var kind: String
    /// The text of the marker.
    public var text: String
  }

  /// The unique name of the take, unchanged since its start.
  public var id: String
  /// The paths of the stereo file and of its continuations.
  public var files: [String]
  /// The paths of the file with all channels and of its continuations; empty if no such file was requested.
  public var rawFiles: [String]
  /// The data source of the take.
  public var dataSource: String
  /// The pattern of the take.
  public var polarPattern: PolarPattern
  /// The orientation of the take; `nil` on a board whose up direction is fixed.
  public var inputOrientation: InputOrientation?
  /// Frames per second.
  public var sampleRate: Int
  /// The number of frames in the take.
  public var frames: Int
  /// The number of pre-roll frames, which come before the start of the take.
  public var preRollFrames: Int
  /// The number of frames that the hardware lost; the files contain silence in their place.
  public var lostFrames: Int
  /// The markers of the take.
  public var markers: [Marker]
  /// The reason why the take ended, in a few words.
  public var end: String

  /// The length of the take in seconds.
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

import Boards
import Realtime
import TakeFiles

/// The reason why a take ended.
package enum TakeEnd: Sendable, Equatable {
  /// The record button, or a program, ended the take.
  case stopped
  /// The requested length was reached.
  case durationReached
  /// The scheduled end was reached.
  case scheduleReached
  /// Loud sound started the take, and the level has fallen again.
  case quiet
  /// The take, which loud sound had started, made way for a scheduled take.
  case madeWay
  /// The capture device was lost or failed.
  case captureEnded(CaptureEnd)
  /// After a restart the device's channels were rotated by this many places.
  case channelsRotated(by: Int)
  /// Every microphone fell silent; the device is reopened.
  case microphonesSilent
  /// The storage was about to be full; all files were closed.
  case storageFull
  /// A write failed.
  case storageFailed(TakeFileError)
  /// The board reported failing power; all files were closed while the power lasted.
  case powerFailing
  /// The program had to end.
  case shutdown

  /// The reason for the end, as written to the metadata.
  package var told: TakeMetadata.End {
    switch self {
    case .stopped: .stopped
    case .durationReached: .lengthReached
    case .scheduleReached: .init(.schedule, "scheduled end")
    case .quiet: .init(.level, "quiet again")
    case .madeWay: .init(.schedule, "made way for the schedule")
    case .captureEnded(.disconnected): .init(.capture, "capture device disconnected")
    case .captureEnded(.silent): .init(.capture, "capture device delivered no frames")
    case .captureEnded(.failed(let errno)):
      .init(.capture, "capture device failed (errno \(errno))")
    case .captureEnded(.wrongSpeed(let percent)):
      .init(.capture, "capture device delivered \(percent) % of its rate")
    case .microphonesSilent: .init(.capture, "every microphone fell silent")
    case .captureEnded(.stopped): .init(.capture, "capture stopped")
    case .channelsRotated(let count):
      .init(.capture, "capture channels are in a different order (rotated by \(count))")
    case .storageFull: .init(.full, "storage nearly full")
    case .storageFailed(let error): .init(.storage, "storage failed: \(error)")
    case .powerFailing: .init(.power, "power was failing")
    case .shutdown: .init(.shutdown, "the recorder was shut down")
    }
  }

  /// The reason for the end in a few words.
  package var words: String { told.words }
}

/// A finished take.
package struct TakeResult: Sendable, Equatable {
  /// The plan that was latched when the take started.
  package var plan: TakePlan
  /// The rendered file and its continuations.
  package var files: [String]
  /// The safety file and its continuations; empty if not requested.
  package var safetyFiles: [String] = []
  /// The raw file and its continuations; empty if not requested.
  package var rawFiles: [String]
  /// The number of frames of the take.
  package var frames: Int
  /// The number of frames of the take before the press.
  package var preRollFrames: Int
  /// The place on the ring's time line where the take started.
  package var timelineStart: Int
  /// The gaps in the take, with their places on the ring's time line; if there are very many, only the first ones.
  package var gaps: [Gap]
  /// The number of all gaps, and the frames of the take that they cover.
  package var gapTotals = GapTotals()
  /// The markers of the take, both those set by people and automatic ones.
  package var markers: [TakeMarker]
  /// The number of frames whose level the limiter turned down.
  package var limitedFrames: Int
  /// The number of samples that were beyond the range of the file's format.
  package var clippedSamples: Int
  /// The reason why the take ended.
  package var end: TakeEnd
  /// The files of the take on a second medium.
  package var mirrorFiles: [String] = []

  /// The length of the take in seconds.
  package var seconds: Double { Double(frames) / Double(plan.grant.rate) }
}

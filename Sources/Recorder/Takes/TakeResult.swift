import Boards
import Realtime
import TakeFiles

/// The reason why a take ended.
package enum TakeEnd: Sendable, Equatable {
  /// The record button, or a program, ended it.
  case stopped
  /// The requested length was reached.
  case durationReached
  /// The scheduled end was reached.
  case scheduleReached
  /// It was quiet again; loud sound had started the take.
  case quiet
  /// A scheduled take followed a take started by loud sound.
  case madeWay
  /// The capture device was lost or failed.
  case captureEnded(CaptureEnd)
  /// After a restart the device's channels were rotated by this many places.
  case channelsRotated(by: Int)
  /// Every microphone fell silent; the device is reopened.
  case microphonesSilent
  /// The storage was about to be full; everything is closed.
  case storageFull
  /// A write failed.
  case storageFailed(TakeFileError)
  /// The board reported failing power; everything was closed while it lasted.
  case powerFailing
  /// The program had to end.
  case shutdown

  /// The end as written to the metadata.
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

  /// The end in a few words.
  package var words: String { told.words }
}

/// A finished take.
package struct TakeResult: Sendable, Equatable {
  /// The plan latched at its start.
  package var plan: TakePlan
  /// The rendered file and its continuations.
  package var files: [String]
  /// The safety file and its continuations; empty if not requested.
  package var safetyFiles: [String] = []
  /// The raw file and its continuations; empty if not requested.
  package var rawFiles: [String]
  /// Frames of the take.
  package var frames: Int
  /// Frames of the take before the press.
  package var preRollFrames: Int
  /// Frames of the time line of the ring before the take.
  package var timelineStart: Int
  /// Lost frames, by place on the ring's time line; only the first ones if there are very many.
  package var gaps: [Gap]
  /// All gaps, and their frames in the take.
  package var gapTotals = GapTotals()
  /// Places of interest: set by buttons, and automatic.
  package var markers: [TakeMarker]
  /// Frames whose level the limiter turned down.
  package var limitedFrames: Int
  /// Samples that did not fit into the file's format.
  package var clippedSamples: Int
  /// The reason why it ended.
  package var end: TakeEnd
  /// Its files on a second medium.
  package var mirrorFiles: [String] = []

  /// Seconds of the take.
  package var seconds: Double { Double(frames) / Double(plan.grant.rate) }
}

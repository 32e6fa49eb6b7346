import Boards
import Realtime
import TakeFiles

/// The reason why a take ended.
package enum TakeEnd: Sendable, Equatable {
  /// The record button, or a program, ended it.
  case stopped
  /// The length that was asked for was reached.
  case durationReached
  /// The end that the schedule states was reached.
  case scheduleReached
  /// It was quiet again after a take that had begun because it was loud.
  case quiet
  /// A take of the schedule followed one that had begun because it was loud.
  case madeWay
  /// The capture device went away or failed.
  case captureEnded(CaptureEnd)
  /// The device was started again and gave its channels in another order: rotated by so many places.
  case channelsRotated(by: Int)
  /// Every microphone fell silent; the device is opened anew.
  case microphonesSilent
  /// The storage was about to be full; everything is closed.
  case storageFull
  /// A write failed.
  case storageFailed(TakeFileError)
  /// The board said that its power was failing; everything was closed while it held.
  case powerFailing
  /// The program was asked to end.
  case shutdown

  /// The end as the metadata state it.
  package var told: TakeMetadata.End {
    switch self {
    case .stopped: .stopped
    case .durationReached: .lengthReached
    case .scheduleReached: .init(.schedule, "scheduled end")
    case .quiet: .init(.level, "quiet again")
    case .madeWay: .init(.schedule, "made way for the schedule")
    case .captureEnded(.disconnected): .init(.capture, "capture device disconnected")
    case .captureEnded(.silent): .init(.capture, "capture device gave no frames")
    case .captureEnded(.failed(let errno)):
      .init(.capture, "capture device failed (errno \(errno))")
    case .captureEnded(.wrongSpeed(let percent)):
      .init(.capture, "capture device gave \(percent) % of its rate")
    case .microphonesSilent: .init(.capture, "every microphone fell silent")
    case .captureEnded(.stopped): .init(.capture, "capture stopped")
    case .channelsRotated(let count):
      .init(.capture, "capture channels changed their order (rotated by \(count))")
    case .storageFull: .init(.full, "storage nearly full")
    case .storageFailed(let error): .init(.storage, "storage failed: \(error)")
    case .powerFailing: .init(.power, "power was failing")
    case .shutdown: .init(.shutdown, "the recorder was shut down")
    }
  }

  /// The end in a few words.
  package var words: String { told.words }
}

/// A take that is finished.
package struct TakeResult: Sendable, Equatable {
  /// The plan that was latched when it started.
  package var plan: TakePlan
  /// The rendered file and its continuations.
  package var files: [String]
  /// The quieter file and its continuations; empty when it was not asked for.
  package var safetyFiles: [String] = []
  /// The raw file and its continuations; empty when it was not asked for.
  package var rawFiles: [String]
  /// Frames of the take.
  package var frames: Int
  /// Frames of it that lie before the press.
  package var preRollFrames: Int
  /// Frames of the time line of the ring before the take.
  package var timelineStart: Int
  /// Frames that were lost, in place on the time line of the ring; of very many the first ones.
  package var gaps: [Gap]
  /// All gaps, and their frames in the take.
  package var gapTotals = GapTotals()
  /// Places to find again: of buttons, and automatic ones.
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

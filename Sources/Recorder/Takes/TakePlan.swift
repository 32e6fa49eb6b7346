import Beamforming
import Boards
import Glibc
import Realtime
import TakeFiles

/// Everything about a take that is fixed when the take starts.
package struct TakePlan: Sendable, Equatable {
  /// The recording board.
  package var board: Board
  /// The filters in use, with the latched case and pattern.
  package var design: Design
  /// The settings that the capture device granted.
  package var grant: CaptureGrant
  /// The folder of takes.
  package var directory: String
  /// The form of the take's files, and the processing of its sound; the pre-roll in it has the actual length.
  package var form: TakeForm
  /// The largest file that the file system accepts, in bytes; `nil` for no limit.
  package var fileLimit: Int?
  /// The time of day at the press.
  package var time: WallTime
  /// The quality of the clock that gave the time; `nil` if unknown.
  package var clock: ClockQuality?
  /// The charge of the battery at the start; `nil` if there is none.
  package var battery: BatteryCharge?
  /// The place of the recorder; `nil` if unknown.
  package var place: Place?
  /// The name and the serial number of the recorder.
  package var unit = RecorderUnit()
  /// The reason for which the take started, in one short sentence; `nil` if a person or a schedule started it.
  package var reason: String?
  /// The unique identity of the take, which has 32 hexadecimal digits.
  package var uid = String(repeating: "0", count: 32)

  /// The folder of the take's files, which is the folder of takes or, within it, the folder of the day on which the
  /// take begins.
  package var folder: String {
    let folder = TakeDirectory(path: directory)
    return form.folders == .flat ? directory : folder.folder(of: date).path
  }

  /// The local date and time of the first frame.
  package var date: CivilDate { time.date(secondsEarlier: form.preRollSeconds) }

  /// True if the clock that gave the date was set.
  package var isClockSet: Bool { time.isSet }

  /// The configuration of the renderer, which is the same when a take is recorded and when its raw file is rendered
  /// later.
  package var renderer: TakeRendererConfiguration {
    var configuration = TakeRendererConfiguration(
      design: design, board: board, channels: grant.channels,
      format: grant.format == .float ? .float : .integer,
      lowCutHertz: form.lowCutHertz, limits: form.limits)
    if form.keepsSafety { configuration.safetyGain = TakeRendererConfiguration.standardSafetyGain }
    return configuration
  }

  /// The format of the raw file, which keeps every channel exact to the bit.
  package var rawFormat: AudioFormat {
    AudioFormat(rate: grant.rate, channels: grant.channels, samples: grant.format.fileSamples)
  }

  /// The format of the rendered file.
  package var renderedFormat: AudioFormat {
    AudioFormat(rate: grant.rate, channels: design.pattern.channels, samples: form.samples)
  }

  /// The number of frames after which the files of the take continue in new files.
  package var splitFrames: Int {
    let wanted: Int =
      switch form.split {
      case .off: .max
      case .seconds(let seconds): max(1, Int(seconds * Double(grant.rate)))
      case .bytes(let bytes): frames(inBytes: bytes)
      }
    return min(wanted, fileLimit.map(frames(inBytes:)) ?? .max)
  }

  /// Returns the number of frames with which the largest file of the take fits into this many bytes.
  private func frames(inBytes bytes: Int) -> Int {
    max(1, bytes / max(renderedFormat.bytesPerFrame, form.keepsRaw ? rawFormat.bytesPerFrame : 1))
  }
}

extension TakeRendererConfiguration {
  /// Creates the configuration for rendering a board's frames with the filters of a design.
  package init(
    design: Design, board: Board, channels: Int, format: RawFormat, lowCutHertz: Double?,
    limits: Bool
  ) {
    let filters = design.filters
    self.init(
      filters: filters, board: board, channels: channels, format: format,
      lowCutHertz: lowCutHertz, limits: limits)
    guard design.pattern == .stereo else { return }
    // Use the same partition with and without stages, so that the sound of the filters is identical bit for bit.
    partition = FilterDesigner.stereoWindow(rate: filters.rate) / 2
    stage = StereoTables(
      directional: design.directional.map { DirectionalTables($0) },
      wind: design.wind.map { WindTables($0) })
  }

  /// Creates the configuration for rendering a board's frames with the filters alone.
  init(
    filters: FilterBank, board: Board, channels: Int, format: RawFormat, lowCutHertz: Double?,
    limits: Bool
  ) {
    self.init(
      channels: channels, format: format, channelMap: board.microphones.map(\.channel),
      taps: FilterTaps(
        inputs: filters.microphones, outputs: filters.outputs, taps: filters.taps,
        coefficients: filters.coefficients),
      delay: filters.delay, rate: Double(filters.rate), lowCutHertz: lowCutHertz, limiter: limits)
  }
}

extension DirectionalTables {
  /// Converts the tables of a design to the form that the renderer uses.
  init(_ design: DirectionalDesign) {
    self.init(
      DirectionalGrid(
        rate: Double(design.rate), window: design.window,
        inputs: (design.microphones, design.signals), delay: design.delay,
        rings: design.rings.map {
          DirectionalRing(
            elevation: Float($0.elevation), count: $0.count,
            step: Float($0.step(isAround: design.isAround)))
        }, isAround: design.isAround, bands: design.bands, scannedBands: design.scannedBands),
      believed: design.believed)
    (floors, whitening, projections) = (design.floors, design.whitening, design.projections)
    (pickers, linear, wanted) = (design.pickers, design.linear, design.wanted)
  }
}

extension WindTables {
  /// Converts the tables of a design to the form that the renderer uses.
  fileprivate init(_ design: WindDesign) {
    self.init(
      rate: Double(design.rate), window: design.window, microphones: design.microphones,
      delay: design.delay, bins: design.bins, watched: design.watched)
    singleBin = design.singleBin
    floor = Float(pow(10, -design.strength / 20))
    (parts, limits, weights) = (design.parts, design.limits, design.weights)
    (corrections, noiseGains) = (design.corrections, design.noiseGains)
    (levels, shares) = (design.levels, design.shares)
  }
}

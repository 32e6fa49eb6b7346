import Beamforming
import Boards
import Glibc
import Realtime
import TakeFiles

/// Everything about a take that is fixed when it starts.
package struct TakePlan: Sendable, Equatable {
  /// The recording board.
  package var board: Board
  /// The filters in use, with the latched case and pattern.
  package var design: Design
  /// The grant of the capture device.
  package var grant: CaptureGrant
  /// The folder of the take.
  package var directory: String
  /// The files of the take, and the processing of its sound; its pre-roll is the actual length.
  package var form: TakeForm
  /// The largest file that the file system accepts, in bytes; `nil` for no limit.
  package var fileLimit: Int?
  /// The time of day at the press.
  package var time: WallTime
  /// The quality of that clock; `nil` if unknown.
  package var clock: ClockQuality?
  /// The charge of the battery at the start; `nil` if there is none.
  package var battery: BatteryCharge?
  /// The place of the recorder; `nil` if unknown.
  package var place: Place?
  /// The name and the serial number of the recorder.
  package var unit = RecorderUnit()
  /// The reason for the start of the take, if it was neither a person nor a schedule: one short sentence.
  package var reason: String?
  /// A unique name: 32 hexadecimal digits.
  package var uid = String(repeating: "0", count: 32)

  /// A plan from its parts.
  package init(
    board: Board, design: Design, grant: CaptureGrant, directory: String, form: TakeForm,
    time: WallTime
  ) {
    self.board = board
    self.design = design
    self.grant = grant
    self.directory = directory
    self.form = form
    self.time = time
  }

  /// The folder of its files: the folder of takes, or in it the folder of the day on which the take begins.
  package var folder: String {
    let folder = TakeDirectory(path: directory)
    return form.folders == .flat ? directory : folder.folder(of: date).path
  }

  /// Local date and time of the first frame.
  package var date: CivilDate { time.date(secondsEarlier: form.preRollSeconds) }

  /// True if the clock for the date was set.
  package var isClockSet: Bool { time.isSet }

  /// The configuration of the renderer: the same for a live take and for its raw file rendered later.
  package var renderer: TakeRendererConfiguration {
    var configuration = TakeRendererConfiguration(
      design: design, board: board, channels: grant.channels,
      format: grant.format == .float ? .float : .integer,
      lowCutHertz: form.lowCutHertz, limits: form.limits)
    if form.keepsSafety { configuration.safetyGain = TakeRendererConfiguration.standardSafetyGain }
    return configuration
  }

  /// The format of the file that keeps every channel bit-exact.
  package var rawFormat: AudioFormat {
    AudioFormat(rate: grant.rate, channels: grant.channels, samples: grant.format.fileSamples)
  }

  /// The format of the rendered file.
  package var renderedFormat: AudioFormat {
    AudioFormat(rate: grant.rate, channels: design.pattern.channels, samples: form.samples)
  }

  /// Frames after which a rendered file continues in a new one.
  package var splitFrames: Int {
    let wanted: Int =
      switch form.split {
      case .off: .max
      case .seconds(let seconds): max(1, Int(seconds * Double(grant.rate)))
      case .bytes(let bytes): frames(inBytes: bytes)
      }
    return min(wanted, fileLimit.map(frames(inBytes:)) ?? .max)
  }

  /// Frames of the largest file of the take that fit into this many bytes.
  private func frames(inBytes bytes: Int) -> Int {
    max(1, bytes / max(renderedFormat.bytesPerFrame, form.keepsRaw ? rawFormat.bytesPerFrame : 1))
  }
}

extension TakeRendererConfiguration {
  /// The configuration for rendering a board's frames with the filters of a design.
  package init(
    design: Design, board: Board, channels: Int, format: RawFormat, lowCutHertz: Double?,
    limits: Bool
  ) {
    let filters = design.filters
    self.init(
      filters: filters, board: board, channels: channels, format: format,
      lowCutHertz: lowCutHertz, limits: limits)
    guard design.pattern == .stereo else { return }
    // The same partition with and without stages, so that the filters' sound is identical bit for bit.
    partition = FilterDesigner.stereoWindow(rate: filters.rate) / 2
    stage = StereoTables(
      directional: design.directional.map { DirectionalTables($0) },
      wind: design.wind.map { WindTables($0) })
  }

  /// The configuration for rendering a board's frames with filters alone.
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
  /// The tables of a design in the form of the renderer.
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
  /// The tables of a design in the form of the renderer.
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

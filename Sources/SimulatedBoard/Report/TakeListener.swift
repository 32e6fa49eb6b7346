import Beamforming
import Boards
import Recorder
import TakeFiles

/// A comparison of one take with the scenario, source by source.
struct TakeListener {
  let take: TakeResult
  let clock: TakeClock
  let scenario: Scenario
  let windows: [SoundWindow]
  let layouts: LayoutTimeline
  let localiser: Localiser

  /// The time, in seconds, for which a sound is counted beyond its end, because sound takes time to cross the array and
  /// the filters have tails.
  private static let tail = 0.005
  /// The interval in seconds at which the direction of a sound is checked.
  private static let lookSeconds = 0.01
  /// The cosine of 1 degree; directions less than 1 degree apart count as the same.
  private static let sameDirection = 0.99985

  private var rate: Double { scenario.framesPerSecond(take.plan.grant.rate) }
  private var start: Double { clock.origin + Double(take.timelineStart) / rate }
  private var end: Double { start + take.seconds }
  /// The time of the take's first pause; after it, times in the file no longer match times in the scenario.
  private var pausedAt: Double? {
    // A marker at the first frame says that the take continues an earlier one.
    take.markers.first { $0.kind == .resume && $0.frame > 0 }
      .map { start + Double($0.frame) / rate }
  }

  /// Reports on every source that sounds during the take.
  ///
  /// - Throws: `TakeFileError` if the file of the take cannot be read.
  func report(board: Board) throws(TakeFileError) -> TakeReport {
    guard let latched = board.layout(take.plan.design.which) else {
      return TakeReport(take: take, rows: [])
    }
    var rows: [TakeReport.Row] = []
    for index in scenario.sources.indices {
      let window = windows[index]
      guard window.start < end, window.end > start, window.end > window.start else { continue }
      rows.append(try row(index, board: board, latched: latched))
    }
    return TakeReport(take: take, rows: rows)
  }

  private func row(
    _ index: Int, board: Board, latched: Layout
  ) throws(TakeFileError) -> TakeReport.Row {
    let window = windows[index]
    let places = places(of: index)
    var row = TakeReport.Row(
      source: index, name: window.name,
      placed: Direction(sceneVector: latched.scene(places.first)),
      isTurnedAway: !Self.agree(layout(at: window.start), latched))
    if window.start >= start, window.end <= end, pausedAt.map({ window.end <= $0 }) ?? true {
      row.seconds = (window.start - start)...(window.end - start)
    }
    row.skipped = obstacle(index, isStill: places.isStill)
    guard row.skipped == nil else { return row }
    guard let channels = try samples(window) else {
      row.skipped = .missing
      return row
    }
    let heard = listen(channels, board: board, latched: latched)
    if heard.isSilent {
      row.skipped = .silent
    } else {
      row.heard = heard
      if channels.count == 2 {
        row.spectrum = VoiceSpectrum(
          dry: try dry(index), left: channels[0], right: channels[1], rate: take.plan.grant.rate)
      }
    }
    return row
  }

  /// Listens to left and right, or to W, Y and X of ambisonics.
  private func listen(_ channels: [[Float]], board: Board, latched: Layout) -> Heard {
    if let band = take.plan.design.filters.bandwidth {
      return AmbisonicListener(rate: take.plan.grant.rate, band: band)
        .listen(w: channels[0], y: channels[1], x: channels[3])
    }
    guard take.plan.design.pattern == .midSide else {
      return localiser.listen(left: channels[0], right: channels[1])
    }
    return localiser.listen(
      midSideLeft: channels[0], right: channels[1], board: board, layout: latched)
  }

  /// A reason why a source cannot be compared that is known without reading the take.
  private func obstacle(_ index: Int, isStill: Bool) -> SkippedSound? {
    let window = windows[index]
    if !take.plan.design.pattern.hasSides { return .mono }
    if window.start < start || window.end > end { return .notInside }
    if let pausedAt, window.end > pausedAt { return .paused }
    if let other = windows.indices.first(where: {
      $0 != index && window.isDisturbed(by: windows[$0])
    }) {
      return .overlaps(windows[other].name)
    }
    guard isStill else {
      if case .path = scenario.sources[index].position { return .moves }
      return .turns
    }
    return nil
  }

  // MARK: - Directions

  /// The source's direction at the start of its sound, in the device frame; `isStill` is true if the direction does
  /// not change.
  private func places(of index: Int) -> (first: Vector3, isStill: Bool) {
    let geometry = SourceGeometry(scenario.sources[index], layouts: layouts, rate: rate)
    func direction(_ seconds: Double) -> Vector3 {
      let blends = geometry.blends(at: Int((seconds * rate).rounded()))
      // During a turn of the board, the new layout counts.
      return blends[blends.count - 1].incidence.direction.normalized
    }
    let window = windows[index]
    let first = direction(window.start)
    let isStill = stride(from: window.start, to: window.end, by: Self.lookSeconds).allSatisfy {
      dot(direction($0), first) > Self.sameDirection
    }
    return (first, isStill)
  }

  /// The layout of the board at a time in seconds.
  private func layout(at seconds: Double) -> Layout {
    let frame = Int((seconds * rate).rounded())
    return layouts.changes.last { $0.frame <= frame }?.layout ?? layouts.initial
  }

  private static func agree(_ a: Layout, _ b: Layout) -> Bool {
    dot(a.forward, b.forward) > sameDirection && dot(a.up, b.up) > sameDirection
  }

  // MARK: - Samples

  /// The dry sound of a source, without propagation to the microphones.
  private func dry(_ index: Int) throws(TakeFileError) -> [Float] {
    let first = Int((windows[index].start * rate).rounded())
    let count = max(1, Int(((windows[index].end - windows[index].start) * rate).rounded()))
    var stream = try SoundStream(
      scenario.sources[index], index: index, seed: scenario.seed, rate: rate, firstFrame: first)
    var samples = [Float](repeating: 0, count: count)
    samples.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { stream.next(into: start, count: count) }
    }
    return samples
  }

  /// The samples of all channels of the take during a source's sound; `nil` if the files end before the
  /// sound does.
  ///
  /// In the files, a gap is silence of the same length, so times translate into frames without a shift.
  private func samples(
    _ window: SoundWindow
  ) throws(TakeFileError) -> [[Float]]? {
    let first = Int(((window.start - start) * rate).rounded())
    let last = Int(((window.end + Self.tail - start) * rate).rounded())
    let width = take.plan.design.pattern.channels
    var channels = [[Float]](repeating: [], count: width)
    var fileStart = 0
    for path in take.files {
      let audio = try TakeAudio(path: path)
      let from = max(first - fileStart, 0)
      let count = min(last - fileStart, audio.file.frames) - from
      fileStart += audio.file.frames
      guard count > 0, audio.file.channels == width else { continue }
      try Self.skip(from, of: audio)
      var block = [Float](repeating: 0, count: width * count)
      let frames = try audio.read(into: &block, frames: count)
      for channel in 0..<width {
        channels[channel] += (0..<frames).map { block[width * $0 + channel] }
      }
    }
    let wanted = Int((window.end - window.start) * rate) - 1
    return channels[0].count >= wanted && !channels[0].isEmpty ? channels : nil
  }

  /// Skips frames by reading them, because compressed files can be read only from front to back.
  private static func skip(_ frames: Int, of audio: TakeAudio) throws(TakeFileError) {
    var block = [Float](repeating: 0, count: audio.file.channels * min(frames, 16384))
    var left = frames
    while left > 0 {
      let count = try audio.read(into: &block, frames: min(left, 16384))
      if count == 0 { return }
      left -= count
    }
  }
}

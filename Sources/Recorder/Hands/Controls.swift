import Beamforming
import Boards
import TakeFiles

/// The choices that apply to the next take: the data source, the pattern, the low cut, and how the board is held.
struct Controls: Sendable, Equatable {
  /// Seconds, from the first reading of the accelerometer, for which a take waits to learn how the board is held.
  static let orientationSeconds = 2.0
  /// Seconds for which a board must be held another way to count as turned: a hand that moves it may pass through other
  /// orientations.
  private static let turnSeconds = 2.0

  /// The index of the data source.
  private(set) var dataSource: Int
  /// The requested pattern.
  private(set) var pattern: PolarPattern
  /// The requested orientation; `nil` to follow the accelerometer.
  private(set) var fixedOrientation: InputOrientation?
  /// The frequency of the low cut in hertz; `nil` for no low cut.
  private(set) var lowCutHertz: Double?
  private let board: Board
  private let form: TakeForm
  private var policy = OrientationPolicy()
  /// The time on the control clock until which a take waits for the first accelerometer reading.
  private var deadline: Double?
  private var isSilent = false
  private var wasHeard = false

  /// Starts with the preferred choices of a configuration.
  ///
  /// - Throws: ``SessionRefusal`` if the data source or the pattern does not exist, or if an orientation is requested
  ///   for a board whose orientation is fixed.
  init(_ configuration: SessionConfiguration) throws(SessionRefusal) {
    (board, form) = (configuration.board, configuration.form)
    dataSource = try board.requireDataSource(configuration.settings.stereo.source)
    pattern = configuration.pattern
    lowCutHertz = form.lowCutHertz
    fixedOrientation = configuration.orientation
    try check(pattern, dataSource: dataSource)
    if fixedOrientation != nil { try requireHandHeld() }
  }

  // MARK: - Orientation

  /// Takes an accelerometer reading and its time, or `nil` and the present time if the accelerometer is silent; returns
  /// any events that follow.
  mutating func hear(_ reading: Vector3?, _ now: Double) -> [SessionEvent] {
    if deadline == nil { deadline = now + Self.orientationSeconds }
    guard isHandHeld else { return [] }
    var events: [SessionEvent] = []
    if let reading {
      let before = policy.orientation
      policy.update(acceleration: reading, time: now)
      if policy.orientation != before, fixedOrientation == nil {
        events.append(.orientation(policy.orientation))
      }
    } else {
      policy.interrupt()
    }
    if isSilent != (reading == nil) {
      isSilent = reading == nil
      // A board that has no sensor never had a reading and does not miss one.
      if hasSensor { events.append(.sensor(isSilent: isSilent)) }
    }
    wasHeard = wasHeard || reading != nil
    return events
  }

  /// True if the board has an accelerometer that does not answer, or no longer answers.
  var isSensorMissed: Bool { isSilent && hasSensor }

  private var hasSensor: Bool { board.accelerometer != nil || wasHeard }

  private var isHandHeld: Bool { board.orientation == .handHeld }

  /// True while the orientation of a take depends on the accelerometer, which has not shown yet how the board is held.
  var isOrientationOpen: Bool {
    isHandHeld && board.accelerometer != nil && fixedOrientation == nil && !policy.isKnown
  }

  /// True while a take has to wait because the accelerometer has not shown yet how the board is held.
  func awaitsOrientation(_ now: Double) -> Bool {
    isOrientationOpen && now < deadline ?? .infinity
  }

  /// The case of a take requested a moment ago, at the given time, or of one requested now.
  func currentCase(at time: Double = .infinity) -> Board.Case {
    Board.Case(
      dataSource: dataSource,
      orientation: isHandHeld ? fixedOrientation ?? policy.orientation(at: time) : nil)
  }

  /// The orientation to which the board was turned, and the time since which it has been held so; `nil` if it is still
  /// held in the given orientation, was turned only a moment ago, or does not follow the accelerometer.
  func turn(from held: InputOrientation, _ now: Double) -> (to: InputOrientation, since: Double)? {
    guard isHandHeld, fixedOrientation == nil, policy.isKnown, policy.orientation != held,
      now - policy.since >= Self.turnSeconds
    else { return nil }
    return (policy.orientation, policy.since)
  }

  /// Latches the take that is requested at an instant, with the choices of that instant.
  func latch(at time: Double, _ place: Int) -> LatchedTake {
    LatchedTake(
      time: time, place: place, which: currentCase(at: time), pattern: pattern,
      lowCutHertz: lowCutHertz, isOrientationOpen: isOrientationOpen)
  }

  // MARK: - Choices

  /// The data source after the current one.
  var nextDataSource: String {
    board.dataSources[(dataSource + 1) % board.dataSources.count].name
  }

  /// The pattern after the current one.
  var nextPattern: PolarPattern {
    let patterns = board.dataSources[dataSource].patterns.filter {
      refusal($0, dataSource: dataSource) == nil
    }
    guard let index = patterns.firstIndex(of: pattern) else { return pattern }
    return patterns[(index + 1) % patterns.count]
  }

  /// The orientation after the current one, in the order: by the accelerometer, then the four fixed orientations.
  var nextOrientation: InputOrientation? {
    let all: [InputOrientation?] = [nil] + InputOrientation.allCases
    return all[((all.firstIndex(of: fixedOrientation) ?? 0) + 1) % all.count]
  }

  /// Chooses a data source by its name.
  ///
  /// If the source does not support the current pattern, the pattern becomes stereo, or the source's first pattern.
  mutating func choose(dataSource name: String) throws(SessionRefusal) {
    dataSource = try board.requireDataSource(name)
    let patterns = board.dataSources[dataSource].patterns
    if refusal(pattern, dataSource: dataSource) != nil {
      let possible = patterns.first { refusal($0, dataSource: dataSource) == nil }
      pattern = board.dataSources[dataSource].sidesPattern ?? possible ?? patterns.first ?? .omni
    }
  }

  /// Chooses a pattern.
  mutating func choose(_ pattern: PolarPattern) throws(SessionRefusal) {
    try check(pattern, dataSource: dataSource)
    self.pattern = pattern
  }

  private func check(_ pattern: PolarPattern, dataSource: Int) throws(SessionRefusal) {
    if let refusal = refusal(pattern, dataSource: dataSource) { throw refusal }
  }

  /// The reason why a pattern of a data source cannot be chosen; `nil` if the pattern can be chosen.
  private func refusal(_ pattern: PolarPattern, dataSource: Int) -> SessionRefusal? {
    let source = board.dataSources[dataSource]
    guard source.patterns.contains(pattern) else {
      return .unsupportedPattern(pattern, dataSource: source.name, available: source.patterns)
    }
    guard pattern == .ambix else { return nil }
    if let reason = board.ambisonicRefusal(dataSource: dataSource) { return .noAmbisonics(reason) }
    let audio = AudioFormat(
      rate: board.capture.rate, channels: pattern.channels, samples: form.samples)
    return form.kind.refusal(for: audio).map { .format($0.description) }
  }

  /// Chooses the frequency of the low cut in hertz; `nil` for no low cut.
  mutating func choose(lowCutHertz hertz: Double?) throws(SessionRefusal) {
    if let hertz, !TakeForm.lowCuts.contains(hertz) {
      throw .unavailable(
        "the low cut must be from \(Int(TakeForm.lowCuts.lowerBound)) to \(Int(TakeForm.lowCuts.upperBound)) Hz, or "
          + "off"
      )
    }
    lowCutHertz = hertz
  }

  /// Chooses an orientation; `nil` to follow the accelerometer.
  mutating func choose(_ orientation: InputOrientation?) throws(SessionRefusal) {
    try requireHandHeld()
    fixedOrientation = orientation
  }

  /// Chooses the data source and the pattern of an earlier take.
  mutating func choose(dataSource index: Int, _ pattern: PolarPattern) {
    (dataSource, self.pattern) = (index, pattern)
  }

  private func requireHandHeld() throws(SessionRefusal) {
    guard isHandHeld else { throw .orientationFixed }
  }
}

extension Board {
  /// Returns the index of the data source with a name; for `nil`, the index of the first one.
  fileprivate func requireDataSource(_ name: String?) throws(SessionRefusal) -> Int {
    guard let name else { return 0 }
    guard let index = dataSource(named: name) else {
      throw .noSuchDataSource(name, available: dataSources.map(\.name))
    }
    return index
  }
}

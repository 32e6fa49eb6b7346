import Boards

extension Session {
  /// The case that a take would have now.
  public var currentCase: Board.Case { currentCase(at: .infinity) }

  /// The case that a take had that was asked for a moment ago.
  func currentCase(at time: Double) -> Board.Case {
    switch configuration.board.orientation {
    case .handHeld:
      Board.Case(
        dataSource: dataSource, orientation: fixedOrientation ?? policy.orientation(at: time))
    case .fixed:
      Board.Case(dataSource: dataSource, orientation: nil)
    }
  }

  /// Whether no take is being made, and none is latched.
  private var isFree: Bool { take == nil && !isTakeLatched }

  /// What was asked for.
  public var preferred: Route {
    let board = configuration.board
    return Route(
      dataSource: board.dataSources[dataSource].name, pattern: pattern,
      orientation: fixedOrientation, rate: board.capture.rate, period: board.capture.period,
      channels: board.capture.channels)
  }

  /// What is in force: the take's own while one is made.
  public var actual: Route {
    let board = configuration.board
    let which = take?.plan.design.which ?? currentCase
    return Route(
      dataSource: board.dataSources[which.dataSource].name,
      pattern: (take?.plan.design ?? filters.prepared(which, pattern: pattern, unusable: unusable))?
        .pattern ?? pattern,
      orientation: which.orientation,
      rate: capture?.grant.rate ?? board.capture.rate,
      period: capture?.grant.period ?? board.capture.period,
      channels: capture?.grant.channels ?? board.capture.channels)
  }

  /// Selects a data source by its name.
  ///
  /// A pattern that it does not support becomes stereo, or the first one that it supports.
  ///
  /// - Throws: ``SessionRefusal``; nothing has changed then.
  public func setDataSource(_ name: String) throws(SessionRefusal) {
    guard isFree else { throw .duringTake(setting: "the data source") }
    dataSource = try configuration.board.requireDataSource(name)
    let patterns = configuration.board.dataSources[dataSource].patterns
    if !patterns.contains(pattern) {
      pattern = patterns.contains(.stereo) ? .stereo : (patterns.first ?? .omni)
    }
    events.append(.route(actual))
  }

  /// Selects a data source, or says in an event why not: for hands that do not wait for an answer.
  public func request(dataSource name: String) {
    do throws(SessionRefusal) {
      try setDataSource(name)
    } catch {
      events.append(.refused(error))
    }
  }

  /// Selects a polar pattern.
  ///
  /// - Throws: ``SessionRefusal``; nothing has changed then.
  public func setPattern(_ wanted: PolarPattern) throws(SessionRefusal) {
    guard isFree else { throw .duringTake(setting: "the polar pattern") }
    try configuration.board.check(pattern: wanted, dataSource: dataSource)
    pattern = wanted
    events.append(.route(actual))
  }

  /// What follows on the present choice when somebody goes through them one by one.
  ///
  /// The orientation: by the accelerometer, then the four; a board with a fixed up has none.
  public var following: (dataSource: String, pattern: PolarPattern, orientation: InputOrientation?)
  {
    let all: [InputOrientation?] = [nil] + InputOrientation.allCases
    let place = all.firstIndex(of: fixedOrientation) ?? 0
    return (nextDataSource, nextPattern, all[(place + 1) % all.count])
  }

  /// Says in an event why a request was refused: for a person who does not wait for an answer.
  public func tell(_ refusal: SessionRefusal) { events.append(.refused(refusal)) }

  /// Fixes the orientation, or follows the accelerometer again with `nil`.
  ///
  /// - Throws: ``SessionRefusal``; nothing has changed then.
  public func setOrientation(_ wanted: InputOrientation?) throws(SessionRefusal) {
    guard isFree else { throw .duringTake(setting: "the orientation") }
    guard configuration.board.orientation == .handHeld else { throw .orientationFixed }
    fixedOrientation = wanted
    events.append(.route(actual))
  }
}

extension Board {
  /// The index of a data source; the first one for `nil`.
  func requireDataSource(_ name: String?) throws(SessionRefusal) -> Int {
    guard let name else { return 0 }
    guard let index = dataSource(named: name) else {
      throw .noSuchDataSource(name, available: dataSources.map(\.name))
    }
    return index
  }

  func check(pattern: PolarPattern, dataSource: Int) throws(SessionRefusal) {
    let source = dataSources[dataSource]
    guard source.patterns.contains(pattern) else {
      throw .unsupportedPattern(pattern, dataSource: source.name, available: source.patterns)
    }
  }
}

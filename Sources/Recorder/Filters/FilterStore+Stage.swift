import Beamforming

extension FilterStore {
  /// True when more than filters is wanted.
  var hasStage: Bool { rendering == .directional || windStrength != nil }

  /// The number of tables behind filters that were computed, and not found in the cache.
  package var stagedCount: Int { tools.withLock { $0.staged } }

  /// A design with the tables of what is done behind its filters, where that is wanted and possible: from memory, from
  /// disk, or made now, in a fraction of a second.
  ///
  /// - Throws: ``FilterStoreError`` when the head or the body cannot be read.
  func equipped(_ design: Design, _ key: Key) throws(FilterStoreError) -> Design {
    guard hasStage, design.pattern == .stereo else { return design }
    if let table = recent.withLock({ $0.recall(key) }) { return design.staged(with: table) }
    var table = StageDesign()
    // What has no left and right has no tables, and is not worth a designer.
    if !design.notes.contains(.noLeftAndRight) {
      if rendering == .directional { table.directional = try directional(design, key) }
      if let windStrength { table.wind = try wind(design, key, windStrength) }
    }
    recent.withLock { $0.keep(table, of: key) }
    return design.staged(with: table)
  }

  /// The same filters rendered by direction; `nil` where that is not possible: from disk, or made now.
  ///
  /// - Throws: ``FilterStoreError`` when the head or the body cannot be read.
  package func byDirection(_ design: Design) throws(FilterStoreError) -> Design? {
    guard design.pattern == .stereo, !design.notes.contains(.noLeftAndRight) else { return nil }
    guard let table = try directional(design, Key(design.which, .stereo, [])) else { return nil }
    var design = design
    design.directional = table
    return design
  }

  /// The tables of a sector for stereo filters; `nil` where they have no left and right.
  ///
  /// - Throws: ``FilterStoreError`` when the head or the body cannot be read.
  package func focused(
    _ wish: FocusWish, _ design: Design, unusable: Set<Int>
  ) throws(FilterStoreError) -> FocusedDesign? {
    var directed: Design? = design
    if design.directional == nil { directed = try byDirection(design) }
    guard let directed, let directions = directed.directional,
      let tables = try designer(unusable: unusable).focus(wish.focus, directed)
    else { return nil }
    return FocusedDesign(wish: wish, tables: tables, directions: directions)
  }

  private func directional(
    _ design: Design, _ key: Key
  ) throws(FilterStoreError) -> DirectionalDesign? {
    let text = identity(key, design, "directional")
    if let numbers = stages?.numbers(for: text),
      let kept = DirectionalDesign(numbers, for: design.filters)
    {
      return kept
    }
    let made = try designer(unusable: key.unusable).directional(design)
    if let made { keep(made.numbers, for: text) }
    return made
  }

  private func wind(
    _ design: Design, _ key: Key, _ strength: Double
  ) throws(FilterStoreError) -> WindDesign? {
    let text = identity(key, design, "wind")
    if let numbers = stages?.numbers(for: text),
      let kept = WindDesign(numbers, for: design.filters, strength: strength)
    {
      return kept
    }
    let made = try designer(unusable: key.unusable).wind(design, strength: strength)
    if let made { keep(made.numbers, for: text) }
    return made
  }

  /// Everything that tables depend on: what filters do, and the filters.
  private func identity(_ key: Key, _ design: Design, _ kind: String) -> String {
    "\(kind) \(FilterDesigner.stageVersion)\n\(identity(key))\n"
      + "filters \(design.filters.fingerprint)"
  }

  private func keep(_ numbers: StageNumbers, for text: String) {
    tools.withLock { $0.staged += 1 }
    if let problem = stages?.keep(numbers, for: text) { note(problem) }
  }
}

extension Design {
  /// The same filters with tables of what is done behind them.
  func staged(with tables: StageDesign) -> Design {
    var design = self
    (design.directional, design.wind) = (tables.directional, tables.wind)
    return design
  }
}

import Beamforming

extension FilterStore {
  /// True if stereo takes need tables for stages after their filters.
  var hasStage: Bool { rendering == .directional || windStrength != nil }

  /// The number of stage tables that were computed, because the cache did not have them.
  package var stagedCount: Int { tools.withLock { $0.staged } }

  /// Adds to a design the tables of the stages after its filters, if they are wanted and possible.
  ///
  /// The tables come from memory or from disk, or are made now, in a fraction of a second.
  ///
  /// - Throws: ``FilterStoreError`` if the head or the body cannot be read.
  func equipped(_ design: Design, _ key: Key) throws(FilterStoreError) -> Design {
    guard hasStage, design.pattern == .stereo else { return design }
    if let table = recent.withLock({ $0.recall(key) }) { return design.staged(with: table) }
    var table = StageDesign()
    // A design without left and right has no tables, so do not spend time on a designer.
    if !design.notes.contains(.noLeftAndRight) {
      if rendering == .directional { table.directional = try directional(design, key) }
      if let windStrength { table.wind = try wind(design, key, windStrength) }
    }
    recent.withLock { $0.keep(table, of: key) }
    return design.staged(with: table)
  }

  /// Adds to a design the tables for rendering by direction, read from disk or made now; `nil` if they are not
  /// possible.
  ///
  /// - Throws: ``FilterStoreError`` if the head or the body cannot be read.
  package func byDirection(_ design: Design) throws(FilterStoreError) -> Design? {
    guard design.pattern == .stereo, !design.notes.contains(.noLeftAndRight) else { return nil }
    guard let table = try directional(design, Key(design.which, .stereo, [])) else { return nil }
    var design = design
    design.directional = table
    return design
  }

  /// Returns a design's tables for focusing on a sector; `nil` if the design has no left and right.
  ///
  /// - Throws: ``FilterStoreError`` if the head or the body cannot be read.
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
    try made(identity(key, design, "directional"), { DirectionalDesign($0, for: design.filters) }) {
      () throws(FilterStoreError) in
      let made = try self.designer(unusable: key.unusable).directional(design)
      return made.map { ($0, $0.numbers) }
    }
  }

  private func wind(
    _ design: Design, _ key: Key, _ strength: Double
  ) throws(FilterStoreError) -> WindDesign? {
    try made(
      identity(key, design, "wind"), { WindDesign($0, for: design.filters, strength: strength) }
    ) { () throws(FilterStoreError) in
      let made = try self.designer(unusable: key.unusable).wind(design, strength: strength)
      return made.map { ($0, $0.numbers) }
    }
  }

  /// Reads a table from disk, or makes it now and keeps it.
  private func made<Table>(
    _ text: String, _ kept: (StageNumbers) -> Table?,
    _ make: () throws(FilterStoreError) -> (Table, StageNumbers)?
  ) throws(FilterStoreError) -> Table? {
    if let table = stages?.numbers(for: text).flatMap(kept) { return table }
    return try alone(stages?.files, text) { () throws(FilterStoreError) in
      if let table = self.stages?.numbers(for: text).flatMap(kept) { return table }
      guard let (table, numbers) = try make() else { return nil }
      self.keep(numbers, for: text)
      return table
    }
  }

  /// A text that states everything on which tables depend: the method of the stage, and the filters.
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
  /// Returns the same filters with these tables of the stages after them.
  func staged(with tables: StageDesign) -> Design {
    var design = self
    (design.directional, design.wind) = (tables.directional, tables.wind)
    return design
  }
}

import Beamforming

extension FilterStore {
  /// True when more than filters is wanted.
  var hasStage: Bool { rendering == .directional || windStrength != nil }

  /// A design with the tables of what is done behind its filters, where that is wanted and possible: from memory, or
  /// made now.
  ///
  /// They are not kept on disk: they take a fraction of a second, and megabytes.
  ///
  /// - Throws: ``FilterStoreError`` when the head or the body cannot be read.
  func equipped(_ design: Design, _ key: Key) throws(FilterStoreError) -> Design {
    guard hasStage, design.pattern == .stereo else { return design }
    let key = design.isRefined ? key.refined : key
    if let table = tables.withLock({ $0[key] }) { return design.staged(with: table) }
    let designer = try designer(unusable: key.unusable)
    let table = StageDesign(
      directional: rendering == .directional ? designer.directional(design) : nil,
      wind: windStrength.flatMap { designer.wind(design, strength: $0) })
    tables.withLock { $0[key] = table }
    return design.staged(with: table)
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

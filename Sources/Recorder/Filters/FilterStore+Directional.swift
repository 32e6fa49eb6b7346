import Beamforming

extension FilterStore {
  /// A design with the tables for rendering by direction, where that is wanted and possible: from memory, or made now.
  ///
  /// They are not kept on disk: they take a fraction of a second, and megabytes.
  ///
  /// - Throws: ``FilterStoreError`` when the head or the body cannot be read.
  func equipped(_ design: Design, _ key: Key) throws(FilterStoreError) -> Design {
    guard rendering == .directional, design.pattern == .stereo else { return design }
    let key = design.isRefined ? key.refined : key
    if let table = tables.withLock({ $0[key] }) { return design.rendered(with: table) }
    let designer = try designer(unusable: key.unusable)
    guard let table = designer.directional(design) else { return design }
    tables.withLock { $0[key] = table }
    return design.rendered(with: table)
  }
}

extension Design {
  /// The same filters with tables for rendering by direction.
  func rendered(with tables: DirectionalDesign) -> Design {
    var design = self
    design.directional = tables
    return design
  }
}

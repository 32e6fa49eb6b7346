import Acoustics
import Beamforming
import Boards
import Essentials
import ResponseFiles

extension FilterStore {
  /// The objects that make designs.
  struct Tools {
    var designers: [Set<Int>: FilterDesigner] = [:]
    var head: Head?
    var designed = 0
    var staged = 0
  }

  /// The designer that the store uses, for computing figures of its designs.
  ///
  /// - Throws: ``FilterStoreError`` if the head or the body cannot be read, or no design is possible for the board.
  package func designer(unusable: Set<Int> = []) throws(FilterStoreError) -> FilterDesigner {
    try tools.withLock { tools in
      Result { () throws(FilterStoreError) in try self.designer(unusable, &tools) }
    }.get()
  }

  /// The design that ``ready(_:pattern:unusable:)`` returns for a case, and the designer for computing its figures.
  ///
  /// This method does not compute the body's responses. If they are missing, both design and designer are for the same
  /// microphones in a free field, and the design notes that.
  ///
  /// - Throws: ``FilterStoreError`` if the head or the body cannot be read, or a design cannot be made.
  package func inUse(
    _ which: Board.Case, pattern: PolarPattern, unusable: Set<Int> = []
  ) throws(FilterStoreError) -> (design: Design, designer: FilterDesigner) {
    // Read the responses if they are on disk, but do not wait for their computation.
    if let inTheAir, try !prepareBody({ _ in false }) {
      let design = try inTheAir.ready(which, pattern: pattern, unusable: unusable)
      return (design.withoutBody, try inTheAir.designer(unusable: unusable))
    }
    let design = try ready(which, pattern: pattern, unusable: unusable)
    return (design, try designer(unusable: unusable))
  }

  /// Frees the memory of the tools, which is tens of megabytes; they are made again when needed.
  package func putToolsAway() {
    tools.withLock { ($0.designers, $0.head) = ([:], nil) }
    bodies.putAway()
    inTheAir?.putToolsAway()
  }

  /// Makes a design.
  func newDesign(_ key: Key, _ tools: inout Tools) throws(FilterStoreError) -> Design {
    let designer = try designer(key.unusable, &tools)
    return try translating(to: FilterStoreError.design) { () throws(DesignError) in
      let design = try designer.design(key.which, pattern: key.pattern)
      tools.designed += 1
      return design
    }
  }

  private func designer(
    _ unusable: Set<Int>, _ tools: inout Tools
  ) throws(FilterStoreError) -> FilterDesigner {
    if let designer = tools.designers[unusable] { return designer }
    let (head, body) = (try head(&tools), try body())
    return try translating(to: FilterStoreError.design) { () throws(DesignError) in
      let designer = try FilterDesigner(
        board: board, head: head, settings: settings, unusable: unusable, body: body)
      tools.designers[unusable] = designer
      return designer
    }
  }

  private func head(_ tools: inout Tools) throws(FilterStoreError) -> Head {
    if let head = tools.head { return head }
    return try translating(to: FilterStoreError.head) { () throws(ResponseFileError) in
      let head = try ears.head(rate: settings.rate)
      tools.head = head
      return head
    }
  }
}

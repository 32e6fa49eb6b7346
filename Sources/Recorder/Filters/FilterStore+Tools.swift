import Acoustics
import Beamforming
import Boards
import Essentials
import ResponseFiles

extension FilterStore {
  /// The tools with which designs are made.
  struct Tools {
    var designers: [Set<Int>: FilterDesigner] = [:]
    var head: Head?
    var designed = 0
    var staged = 0
  }

  /// The designer behind the store, for figures of its designs.
  ///
  /// - Throws: ``FilterStoreError`` when the head or the body cannot be read, or the board cannot be designed for.
  package func designer(unusable: Set<Int> = []) throws(FilterStoreError) -> FilterDesigner {
    let made: Result<FilterDesigner, FilterStoreError> = tools.withLock { tools in
      do throws(FilterStoreError) {
        return .success(try self.designer(unusable, &tools))
      } catch {
        return .failure(error)
      }
    }
    return try made.get()
  }

  /// The design of a case, as ``ready(_:pattern:unusable:)`` has it, with the designer of its figures.
  ///
  /// The responses of the body are not computed; where they are missing, both are of the same microphones in the air,
  /// and the design says so.
  ///
  /// - Throws: ``FilterStoreError`` when the head or the body cannot be read, or a design cannot be made.
  package func inUse(
    _ which: Board.Case, pattern: PolarPattern, unusable: Set<Int> = []
  ) throws(FilterStoreError) -> (design: Design, designer: FilterDesigner) {
    // Responses on disk are read; those that would have to be computed are not waited for.
    if let inTheAir, try !prepareBody({ _ in false }) {
      let design = try inTheAir.ready(which, pattern: pattern, unusable: unusable)
      return (design.withoutBody, try inTheAir.designer(unusable: unusable))
    }
    let design = try ready(which, pattern: pattern, unusable: unusable)
    return (design, try designer(unusable: unusable))
  }

  /// Gives back the memory of the tools, tens of megabytes; they are made again when they are needed.
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

import Beamforming
import Boards
import Essentials

extension FilterStore {
  /// The key of one design in the store.
  struct Key: Hashable {
    var which: Board.Case
    var pattern: PolarPattern
    var unusable: Set<Int>

    /// Creates the key of the design for a case and a pattern; the key of a mono pattern does not depend on how the
    /// board is held.
    init(_ which: Board.Case, _ pattern: PolarPattern, _ unusable: Set<Int>) {
      let orientation = pattern.hasSides ? which.orientation : nil
      self.which = Board.Case(dataSource: which.dataSource, orientation: orientation)
      self.pattern = pattern
      self.unusable = unusable
    }
  }

  /// Returns the design if it is on disk, without reading the head, so that a start with a full cache takes no time.
  func adopt(_ key: Key) throws(FilterStoreError) -> Design? {
    guard let filters = cache?.filters(for: identity(key)) else { return nil }
    return try translate(
      try FilterDesigner.adopt(
        filters, board: board, settings: settings, unusable: key.unusable, which: key.which,
        pattern: key.pattern), to: FilterStoreError.design)
  }

  /// A text that states everything on which a design depends.
  func identity(_ key: Key) -> String {
    var lines = ["design \(FilterDesigner.version)", "ears \(ears.identity)", "\(settings)"]
    for microphone in board.microphones {
      lines.append(
        "microphone \(microphone.position) \(microphone.gain) \(microphone.isInverted) "
          + "\(microphone.delay)")
    }
    let source = board.dataSources[key.which.dataSource]
    lines.append("body \(BodyStore.identity(of: board))")
    lines.append("calibration \(board.calibration)")
    lines.append("noise floor \(settings.noiseFloor ?? NoiseFloorChoice.standard(for: board))")
    lines.append("source \(source.forward) \(source.microphones)")
    if key.pattern == .plain, let pair = source.pair {
      lines.append("pair \(pair.left) \(pair.right)")
    }
    lines.append("held \(board.orientation) \(key.which.orientation?.rawValue ?? "-")")
    lines.append("pattern \(key.pattern) without \(key.unusable.sorted())")
    return lines.joined(separator: "\n")
  }
}

import Acoustics
import Beamforming
import Boards
import Recorder

/// A study of the capabilities of a board's geometry in each case, computed from the filters in
/// use.
///
/// The study uses stored filters and designs missing ones, but it never computes the responses of a body.
struct GeometryStudy {
  /// The cases for which filters are available.
  private(set) var cases: [CaseStudy] = []
  /// The reason why no case has filters; `nil` if any case has filters.
  private(set) var refusal: FilterStoreError?
  /// The names of the cases that have no left and right, because their forward direction is parallel to up.
  private(set) var withoutLayout: [String] = []

  /// True if every microphone is dead; this fault has findings of its own.
  var isSilent: Bool { unusable.count == board.microphones.count }

  private let filters: FilterStore
  private let unusable: Set<Int>
  /// The gain of each microphone relative to the board file in decibels; empty if the gains make no difference.
  private let gains: [Double]
  private var board: Board { filters.board }

  /// The gain difference, in decibels, below which the figures do not change.
  private static let leastGain = 0.2

  /// Creates a study of all cases.
  ///
  /// - Parameters:
  ///   - heard: the measured values of the microphones: dead microphones are left out, and gains change the
  ///     figures.
  ///   - progress: called with the finished part of the work, 0 to 1.
  init(_ filters: FilterStore, _ heard: HeardMicrophones, _ progress: (Double) -> Void) {
    self.filters = filters
    let board = filters.board
    unusable = heard.dead
    let gains = board.microphones.indices.map { heard.gains[$0] ?? 0 }
    self.gains = gains.contains { abs($0) >= Self.leastGain } ? gains : []
    let wishes = Self.wishes(board)
    for (index, wish) in wishes.enumerated() {
      progress(Double(index) / Double(wishes.count))
      guard board.layout(wish.which) != nil else {
        withoutLayout.append(board.name(of: wish.which))
        continue
      }
      do throws(FilterStoreError) {
        cases.append(try study(wish.which, wish.pattern))
      } catch {
        refusal = refusal ?? error
      }
    }
  }

  /// The cases to study: every stereo case, and one case for each data source without stereo, with its sharpest
  /// pattern.
  private static func wishes(_ board: Board) -> [(which: Board.Case, pattern: PolarPattern)] {
    board.dataSources.indices.flatMap { source -> [(which: Board.Case, pattern: PolarPattern)] in
      let cases = board.cases.filter { $0.dataSource == source }
      let patterns = board.dataSources[source].patterns
      if let sides = board.dataSources[source].sidesPattern {
        return cases.map { ($0, sides) }
      }
      let pattern = [.cardioid, .subcardioid].first(where: patterns.contains) ?? .omni
      return cases.prefix(1).map { ($0, pattern) }
    }
  }

  private func study(
    _ which: Board.Case, _ pattern: PolarPattern
  ) throws(FilterStoreError) -> CaseStudy {
    let (design, designer) = try filters.inUse(which, pattern: pattern, unusable: unusable)
    let study = DesignStudy(designer, design)
    let isFirst = design.pattern == .stereo && !cases.contains { $0.design.pattern == .stereo }
    let gain = isFirst ? study.calibrationGain() : nil
    return CaseStudy(
      design: designer.annotated(design).adding(gain.map { [.calibrating($0)] } ?? []),
      figures: study.figures, curves: study.curves,
      measured: try measured(designer).map { designer.figures(design, on: $0) })
  }

  /// The designer for the board with the measured gains; it gives the figures of the designs for those
  /// gains.
  private func measured(
    _ designer: FilterDesigner
  ) throws(FilterStoreError) -> FilterDesigner? {
    guard !gains.isEmpty else { return nil }
    var board = designer.board
    for (index, gain) in gains.enumerated() { board.microphones[index].gain -= gain }
    let body: BodyResponses? = if case .body(let body) = designer.scatterer { body } else { nil }
    do throws(DesignError) {
      return try FilterDesigner(
        board: board, head: designer.head, settings: designer.settings,
        unusable: designer.unusable, body: body)
    } catch {
      throw .design(error)
    }
  }
}

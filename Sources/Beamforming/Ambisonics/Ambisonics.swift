import Boards

/// Horizontal ambisonics of first order, as AmbiX orders and scales it.
///
/// Of a plane wave with the pressure 1 from azimuth a, counter-clockwise from forward, W has 1, Y has sin a and X has
/// cos a: ACN 0, 1 and 3, SN3D. Z, ACN 2, is silent: microphones in one plane on a table hear nothing of above and
/// below. Filters have the outputs W, Y and X.
///
/// - Source: C. Nachbar, F. Zotter, E. Deleflie, A. Sontacchi, "AmbiX: a suggested ambisonics format", Ambisonics
///   Symposium 2011.
public enum Ambisonics {
  /// The names of the channels in their order.
  public static let channels = ["W", "Y", "Z", "X"]
  /// The order of the spherical harmonics.
  public static let order = 1
  /// The outputs of the filters: W, Y and X.
  public static let outputs = 3
}

extension Board {
  /// The reason why the positions of the microphones make ambisonics of a data source impossible; `nil` where they do
  /// not.
  ///
  /// It costs very little; only a design tells how good it becomes.
  public func ambisonicRefusal(dataSource: Int) -> DesignError? {
    cases.lazy.filter { $0.dataSource == dataSource }.compactMap { self.ambisonicRefusal($0) }.first
  }

  private func ambisonicRefusal(_ which: Case) -> DesignError? {
    let name = name(of: which)
    guard let layout = layout(which) else { return .noLayout(board: id, caseName: name) }
    let all = ArrayGeometry(self, microphones: Array(microphones.indices), layout: layout)
    return all.ambisonicRefusal.map { .ambisonics(board: id, caseName: name, $0) }
  }
}

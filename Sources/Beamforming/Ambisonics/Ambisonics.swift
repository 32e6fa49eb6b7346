import Boards

/// Horizontal first-order ambisonics in AmbiX order and scale.
///
/// For a plane wave with pressure 1 from azimuth a, counter-clockwise from forward, W is 1, Y is sin a and X is cos a:
/// ACN 0, 1 and 3, SN3D. Z, ACN 2, is silent: microphones in one plane on a table capture no height. Filters have the
/// outputs W, Y and X.
///
/// - Source: C. Nachbar, F. Zotter, E. Deleflie, A. Sontacchi, "AmbiX: a suggested ambisonics format", Ambisonics
///   Symposium 2011.
public enum Ambisonics {
  /// The names of the channels, in order.
  public static let channels = ["W", "Y", "Z", "X"]
  /// The order of the spherical harmonics.
  public static let order = 1
  /// The outputs of the filters: W, Y and X.
  public static let outputs = 3
}

extension Board {
  /// The reason why the positions of the microphones rule out ambisonics for a data source; `nil` if they do not.
  ///
  /// It costs very little; only a design shows the quality.
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

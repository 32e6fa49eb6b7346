import Boards

/// Horizontal first-order ambisonics, in the order and scale of AmbiX.
///
/// For a plane wave of pressure 1 from azimuth a, counter-clockwise from forward, W is 1, Y is sin a and X is cos a:
/// ACN 0, 1 and 3, with SN3D scaling. Z (ACN 2) is silent, because microphones in one plane on a table capture no
/// height. The filters have the outputs W, Y and X.
///
/// - Source: C. Nachbar, F. Zotter, E. Deleflie, A. Sontacchi, "AmbiX: a suggested ambisonics format", Ambisonics
///   Symposium 2011.
public enum Ambisonics {
  /// The names of the channels, in the order of AmbiX.
  public static let channels = ["W", "Y", "Z", "X"]
  /// The order of the spherical harmonics.
  public static let order = 1
  /// The number of outputs of the filters: W, Y and X.
  public static let outputs = 3
}

extension Board {
  /// The reason why the positions of the microphones rule out ambisonics for a data source; `nil` if they do not.
  ///
  /// This check costs very little; only a design shows the quality.
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

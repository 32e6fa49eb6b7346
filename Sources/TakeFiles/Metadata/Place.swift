/// The place on the globe at which a recorder is.
public struct Place: Sendable, Equatable {
  /// Degrees north of the equator, -90 to 90, WGS 84.
  public var latitude: Double
  /// Degrees east of Greenwich, -180 to 180, WGS 84.
  public var longitude: Double
  /// Metres above sea level; `nil` if unknown.
  public var elevation: Double?
  /// The name of the place; `nil` if it has none.
  public var name: String?

  /// A place from its parts.
  public init(
    latitude: Double, longitude: Double, elevation: Double? = nil, name: String? = nil
  ) {
    (self.latitude, self.longitude) = (latitude, longitude)
    (self.elevation, self.name) = (elevation, name)
  }

  /// The range of latitudes, in degrees.
  public static let latitudes = -90.0...90.0
  /// The range of longitudes, in degrees.
  public static let longitudes = -180.0...180.0
  /// The range of elevations of land, in metres: from below the shore of the Dead Sea to above Mount Everest.
  public static let elevations = -500.0...9000.0

  /// The latitude and the longitude in degrees, in the form that GUANO prescribes: "52.52 13.405".
  public var position: String { Self.decimal(latitude) + " " + Self.decimal(longitude) }

  /// The number with one to nine decimals and never with an exponent, which other programs may not read; a degree with
  /// nine decimals is exact to a tenth of a millimetre.
  ///
  /// - Precondition: the number is in one of the ranges above.
  static func decimal(_ number: Double) -> String {
    let scaled = Int((number.magnitude * 1e9).rounded())
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: 1_000_000_000)
    var fraction = "\(rest + 1_000_000_000)".dropFirst()
    while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
    return (number < 0 && scaled != 0 ? "-" : "") + "\(whole).\(fraction)"
  }
}

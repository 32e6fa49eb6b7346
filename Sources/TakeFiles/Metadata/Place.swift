/// The place of a recorder on the globe.
public struct Place: Sendable, Equatable {
  /// Degrees north of the equator, -90 to 90, WGS 84.
  public var latitude: Double
  /// Degrees east of Greenwich, -180 to 180, WGS 84.
  public var longitude: Double
  /// Metres above the sea; `nil` when it is not known.
  public var elevation: Double?
  /// The name that people know it by; `nil` for none.
  public var name: String?

  /// A place from its parts.
  public init(
    latitude: Double, longitude: Double, elevation: Double? = nil, name: String? = nil
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.elevation = elevation
    self.name = name
  }

  /// The latitudes that there are, in degrees.
  public static let latitudes = -90.0...90.0
  /// The longitudes that there are, in degrees.
  public static let longitudes = -180.0...180.0
  /// The elevations of land, in metres: below the shore of the Dead Sea and above Mount Everest.
  public static let elevations = -500.0...9000.0

  /// Latitude and longitude in degrees, as GUANO has them: "52.52 13.405".
  public var position: String { "\(latitude) \(longitude)" }
}

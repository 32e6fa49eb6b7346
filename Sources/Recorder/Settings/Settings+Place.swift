import TOML
import TakeFiles

extension Settings {
  /// The file to which the packaged `pinna-gps.service` writes the receiver's data.
  package static let receiverPath = "/run/pinna-gps/fix"

  /// The place of the recorder; `nil` if the settings do not give its coordinates.
  package var place: Place? { site?.place }
  /// The GPS receiver that gives place and time; `nil` for none.
  package var receiver: Receiver? { site?.receiver }

  /// A GPS receiver, which another program with rights of its own reads.
  package struct Receiver: Sendable, Equatable {
    /// The file to which that program writes the data of the receiver.
    package var file: String
    /// The name to use for the place, whatever coordinates the receiver reports; `nil` for no name.
    package var name: String?
  }

  /// The table `[place]`, which gives coordinates, a receiver, or both.
  struct Site: KeyedTable, Equatable {
    @Key("latitude", Place.latitudes, "degrees", "north is positive", example: "52.52")
    var latitude: Double?
    @Key("longitude", Place.longitudes, "degrees", "east is positive", example: "13.405")
    var longitude: Double?
    @Key("elevation", Place.elevations, "m", "height above sea level", example: "34")
    var elevation: Double?
    @Key("name", .text, "the name of the place", example: "\"Tiergarten, north\"") var name: String?
    @Key(
      "gpsd", .flag, "GPS provides the position; the coordinates above apply without a fix",
      example: "true")
    var hasReceiver = false
    @Key("fix", .absolutePath(such: receiverPath), "the file that pinna-gps.service writes")
    var fix = receiverPath

    mutating func check(_ table: TOMLTable) throws(TOMLError) {
      let isNumbered = ["latitude", "longitude", "elevation"].contains { table.contains($0) }
      guard !hasReceiver || isNumbered else { return }
      _ = try table.required("latitude", latitude, example: "52.52")
      _ = try table.required("longitude", longitude, example: "13.405")
    }

    var place: Place? {
      guard let latitude, let longitude else { return nil }
      return Place(latitude: latitude, longitude: longitude, elevation: elevation, name: name)
    }

    var receiver: Receiver? { hasReceiver ? Receiver(file: fix, name: name) : nil }
  }
}

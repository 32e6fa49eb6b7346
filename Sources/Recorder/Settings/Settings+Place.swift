import TOML
import TakeFiles

extension Settings {
  /// The file in which the packaged `pinna-gps.service` tells what a receiver says.
  package static let receiverPath = "/run/pinna-gps/fix"

  /// Reads `[place]`: numbers of its own, a receiver, or both.
  mutating func readPlace(_ table: TOMLTable) throws(TOMLError) {
    // One that is missing must not be taken for another one, misspelt.
    for key in ["latitude", "longitude", "elevation", "name", "gpsd", "fix"] { table.know(key) }
    let fix = try table.nonEmpty("fix")
    if let fix, !fix.hasPrefix("/") {
      throw table.error(
        at: "fix", "\"\(fix)\" is not allowed",
        "an absolute path is expected, such as \"\(Self.receiverPath)\"")
    }
    let name = try table.nonEmpty("name")
    if try table.bool("gpsd") ?? false {
      receiver = Receiver(file: fix ?? Self.receiverPath, name: name)
    }
    // Without numbers the receiver alone tells the place.
    let isNumbered = ["latitude", "longitude", "elevation"].contains { table.contains($0) }
    if receiver == nil || isNumbered { place = try Place(table) }
  }
}

extension Place {
  fileprivate init(_ table: TOMLTable) throws(TOMLError) {
    self.init(
      latitude: try table.required(
        "latitude", table.double("latitude", in: Self.latitudes, unit: "degrees"),
        example: "52.52"),
      longitude: try table.required(
        "longitude", table.double("longitude", in: Self.longitudes, unit: "degrees"),
        example: "13.405"),
      elevation: try table.double("elevation", in: Self.elevations, unit: "m"),
      name: try table.nonEmpty("name"))
  }
}

import Boards
import CMysofa
import Glibc

/// The positions in a SOFA file, converted to axes like those of the scene (X forward, Y left, Z up).
///
/// - Source: AES69-2022, 4.7 and 4.8: coordinate types; the view and the upward direction of the listener.
extension SOFAFile {
  /// The largest permitted distance of a loudspeaker from the position of its source, relative to the distance of the
  /// source from the listener.
  private static let smallOffset = 0.1

  /// The sources as seen by the listener, in metres: X forward, Y left, Z up.
  borrowing func sources(count: Int) throws(ResponseFileError) -> [Vector3] {
    let file = contents.pointee
    let positions = try places(file.SourcePosition, "SourcePosition", count: count, default: nil)
    let listeners = try places(
      file.ListenerPosition, "ListenerPosition", count: count, default: .zero)
    let views = try places(
      file.ListenerView, "ListenerView", count: count, default: Vector3(1, 0, 0))
    let upward = try ups(count: count)
    let emitter = try places(file.EmitterPosition, "EmitterPosition", count: nil, default: .zero)
    var sources: [Vector3] = []
    for index in 0..<count {
      guard
        let axes = ListenerAxes(position: listeners[index], view: views[index], up: upward[index])
      else {
        throw .damaged(
          path: path,
          what:
            "does not state where the listener looks: ListenerView and ListenerUp are zero or parallel"
        )
      }
      let source = axes.seen(positions[index])
      guard source.length.isFinite, source.length > 0 else {
        throw .damaged(path: path, what: "has a source at the position of the listener")
      }
      if emitter.count == 1 && emitter[0].length > Self.smallOffset * source.length {
        throw .damaged(
          path: path,
          what: "has a loudspeaker beside the source (EmitterPosition): its directions "
            + "differ from SourcePosition")
      }
      sources.append(source)
    }
    return sources
  }

  /// The upward directions of the listener; if the file does not state the type of their coordinates, they have the
  /// type of the view.
  ///
  /// The values 0, 0, 1 always mean the Z axis: as azimuth, elevation and distance they would point straight ahead,
  /// which cannot be up.
  private func ups(count: Int) throws(ResponseFileError) -> [Vector3] {
    var array = contents.pointee.ListenerUp
    let axis = Vector3(0, 0, 1)
    if Self.values(array) == [0, 0, 1] { return Array(repeating: axis, count: count) }
    if Self.attribute("Type", of: array.attributes) == nil {
      array.attributes = contents.pointee.ListenerView.attributes
    }
    return try places(array, "ListenerUp", count: count, default: axis)
  }

  /// The positions of the receivers at the first measurement, in metres in the listener's axes; empty if the file does
  /// not state them.
  borrowing func receivers() throws(ResponseFileError) -> [Vector3] {
    let array = contents.pointee.ReceiverPosition
    let values = Self.values(array)
    let count = Int(contents.pointee.R)
    guard count > 0, !values.isEmpty, values.count % (3 * count) == 0 else { return [] }
    let repeats = values.count / (3 * count)
    let isSpherical = try self.isSpherical(array, "ReceiverPosition")
    return (0..<count).map { receiver in
      let v = (0..<3).map { values[(receiver * 3 + $0) * repeats] }
      return Self.cartesian(Vector3(v[0], v[1], v[2]), isSpherical: isSpherical)
    }
  }

  /// Cartesian positions: `count` of them, or all that are in the file if `count` is `nil`.
  ///
  /// A single position applies to all measurements.
  private func places(
    _ array: MYSOFA_ARRAY, _ name: String, count: Int?, default fallback: Vector3?
  ) throws(ResponseFileError) -> [Vector3] {
    let values = Self.values(array)
    if values.isEmpty, let fallback { return Array(repeating: fallback, count: count ?? 1) }
    let isSpherical = try self.isSpherical(array, name)
    let places = (0..<(values.count / 3)).map { index in
      Self.cartesian(
        Vector3(values[3 * index], values[3 * index + 1], values[3 * index + 2]),
        isSpherical: isSpherical)
    }
    guard places.allSatisfy({ $0.length.isFinite }) else {
      throw .damaged(path: path, what: "has a \(name) that is not a number")
    }
    guard let count else { return places }
    if places.count == 1 { return Array(repeating: places[0], count: count) }
    guard places.count == count, values.count == 3 * count else {
      throw .damaged(
        path: path,
        what: "has \(places.count) positions in \(name) for \(count) measurements")
    }
    return places
  }

  /// True if a file states that positions are azimuth and elevation in degrees, and distance; without such a statement
  /// they are Cartesian.
  private func isSpherical(
    _ array: MYSOFA_ARRAY, _ name: String
  ) throws(ResponseFileError) -> Bool {
    // The standard writes these words in lower case; many programs capitalise them.
    switch Self.attribute("Type", of: array.attributes)?.lowercased() {
    case "cartesian", nil: return false
    case "spherical":
      let units = Self.attribute("Units", of: array.attributes) ?? "degree"
      if units.lowercased().hasPrefix("degree") { return true }
      throw .unsupported(
        path: path, what: "a \(name) in \(units)", remedy: "write its angles in degrees")
    case let type?:
      throw .damaged(
        path: path, what: "has a \(name) of the type \(type), which is not cartesian or spherical")
    }
  }

  private static func cartesian(_ v: Vector3, isSpherical: Bool) -> Vector3 {
    guard isSpherical else { return v }
    let (azimuth, elevation) = (v.x * .pi / 180, v.y * .pi / 180)
    let level = cos(elevation)
    return v.z * Vector3(level * cos(azimuth), level * sin(azimuth), sin(elevation))
  }
}

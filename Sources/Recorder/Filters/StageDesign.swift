import Beamforming

/// The tables of what is done behind the filters of a design.
struct StageDesign: Sendable {
  /// Those for rendering by direction; `nil` where filters work alone.
  var directional: DirectionalDesign?
  /// Those for reducing wind; `nil` where it stays.
  var wind: WindDesign?
}

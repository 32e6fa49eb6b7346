import Boards
import Glibc

/// What the microphones sit on, as the design computes it.
///
/// Measured and computed bodies slot in here as a case of their own, with ``Steering`` reading their responses.
public enum Scatterer: Sendable, Equatable {
  /// Nothing: plane waves pass undisturbed.
  case freeField
  /// A rigid sphere of this radius in metres around the origin of the device frame.
  case sphere(radius: Double)

  /// Positions relative to the point that responses refer to: the centroid of the microphones in free field, the centre
  /// of a sphere, whose microphones are moved onto its surface.
  public func placed(_ positions: [Vector3]) -> [Vector3] {
    switch self {
    case .freeField:
      let centroid = positions.reduce(Vector3.zero, +) / Double(max(1, positions.count))
      return positions.map { $0 - centroid }
    case .sphere(let radius):
      return positions.map { $0.length > 0 ? $0.normalized * radius : Vector3(0, 0, radius) }
    }
  }

  /// The pressure at a placed microphone relative to free field at the reference point, for one plane wave.
  public func response(at position: Vector3, from direction: Vector3, frequency: Double) -> Complex
  {
    switch self {
    case .freeField:
      let phase = 2 * .pi * frequency / Air.speedOfSound * dot(position, direction)
      return Complex(cos(phase), sin(phase))
    case .sphere(let radius):
      return RigidSphere(ka: 2 * .pi * frequency * radius / Air.speedOfSound)
        .response(cosine: dot(position, direction) / radius)
    }
  }
}

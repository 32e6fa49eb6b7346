/// A vector in three dimensions, with metres for positions and unit length for directions.
public typealias Vector3 = SIMD3<Double>

/// The scalar product of two vectors.
public func dot(_ a: Vector3, _ b: Vector3) -> Double {
  (a * b).sum()
}

/// The right-handed vector product `a x b`.
public func cross(_ a: Vector3, _ b: Vector3) -> Vector3 {
  Vector3(
    a.y * b.z - a.z * b.y,
    a.z * b.x - a.x * b.z,
    a.x * b.y - a.y * b.x)
}

extension SIMD3<Double> {
  /// The length of the vector.
  public var length: Double { dot(self, self).squareRoot() }

  /// The vector scaled to length 1.
  ///
  /// - Precondition: the vector is not zero.
  public var normalized: Vector3 {
    precondition(length > 0, "a zero vector has no direction")
    return self / length
  }
}

import Boards

/// Integrates the normal derivative of e^{-jkR}/(4 pi R) over the images of surface elements.
///
/// Nearby elements would need many Gauss points. For these elements, 1/R^2 and the first term that depends on frequency
/// are integrated exactly, and four points integrate only the smooth rest. This also works for two faces whose distance
/// is much smaller than the elements, as on a thin board.
struct DoubleLayer {
  /// The wavenumber 2 pi f / c in radians per metre.
  let wavenumber: Double

  /// The ratio of distance to extent up to which an element counts as near; above this ratio, four points are accurate
  /// to 0.1 %.
  private static let nearness = 2.5
  /// The smallest squared distance in square metres, which prevents a division by 0 and is far below the size of any
  /// element.
  private static let least = 1e-20

  /// The integrals over all images of an element as seen from a point, summed with the signs of each parity.
  @inline(__always)
  func parities(
    from place: Vector3, over element: SurfaceElement
  ) -> (re: MirrorImages.Lanes, im: MirrorImages.Lanes) {
    let images = images(from: place, over: element)
    return (MirrorImages.parities(images.re), MirrorImages.parities(images.im))
  }

  /// The integral over each image of an element as seen from a point.
  @inline(__always)
  func images(
    from place: Vector3, over element: SurfaceElement
  ) -> (re: MirrorImages.Lanes, im: MirrorImages.Lanes) {
    let signs = MirrorImages.signs
    let n = element.normal
    let alongX: MirrorImages.Lanes = signs.x * (n.x * place.x)
    let alongY: MirrorImages.Lanes = signs.y * (n.y * place.y)
    let alongZ: MirrorImages.Lanes = signs.z * (n.z * place.z)
    let along: MirrorImages.Lanes = alongX + alongY + alongZ
    let heights = MirrorImages.Lanes(repeating: dot(n, element.centre)) - along
    let near = isNear(place, element)
    var re = MirrorImages.Lanes.zero
    var im = MirrorImages.Lanes.zero
    for sample in 0..<4 {
      let x: MirrorImages.Lanes = signs.x * element.samples.x[sample] - place.x
      let y: MirrorImages.Lanes = signs.y * element.samples.y[sample] - place.y
      let z: MirrorImages.Lanes = signs.z * element.samples.z[sample] - place.z
      let squares: MirrorImages.Lanes = Self.squares(x, y, z) + Self.least
      let distances = squares.squareRoot()
      let phases: MirrorImages.Lanes = distances * wavenumber
      let (sines, cosines) = Turns.sineAndCosine(phases)
      let weights = element.samples.areas[sample] / (squares * distances)
      // (1 + jx) e^{-jx} = 1 + x^2/2 + ...; for near elements, the first two terms are added separately.
      var real: MirrorImages.Lanes = cosines + phases * sines
      let halfSquares: MirrorImages.Lanes = phases * phases * 0.5
      real.replace(with: real - (halfSquares + 1), where: near)
      let imaginary: MirrorImages.Lanes = phases * cosines - sines
      re += weights * real
      im += weights * imaginary
    }
    re *= heights
    im *= heights
    if any(near) { addExact(to: &re, from: place, over: element, heights, near) }
    let scale = -1 / (4 * Double.pi)
    return (re * scale, im * scale)
  }

  @inline(__always)
  private func isNear(
    _ place: Vector3, _ element: SurfaceElement
  ) -> SIMDMask<MirrorImages.Lanes.MaskStorage> {
    let signs = MirrorImages.signs
    let x: MirrorImages.Lanes = signs.x * element.centre.x - place.x
    let y: MirrorImages.Lanes = signs.y * element.centre.y - place.y
    let z: MirrorImages.Lanes = signs.z * element.centre.z - place.z
    let reach = Self.nearness * element.extent
    return Self.squares(x, y, z) .< reach * reach
  }

  /// Computes x^2 + y^2 + z^2 in steps, because Swift 6.0 takes minutes to type-check it as a single expression.
  @inline(__always)
  private static func squares(
    _ x: MirrorImages.Lanes, _ y: MirrorImages.Lanes, _ z: MirrorImages.Lanes
  ) -> MirrorImages.Lanes {
    let (xx, yy): (MirrorImages.Lanes, MirrorImages.Lanes) = (x * x, y * y)
    let (xy, zz): (MirrorImages.Lanes, MirrorImages.Lanes) = (xx + yy, z * z)
    return xy + zz
  }

  /// Adds the exact integrals for near elements, which need more than four points.
  private func addExact(
    to re: inout MirrorImages.Lanes, from place: Vector3, over element: SurfaceElement,
    _ heights: MirrorImages.Lanes, _ near: SIMDMask<MirrorImages.Lanes.MaskStorage>
  ) {
    for g in 0..<MirrorImages.count where near[g] {
      // An image seen from a point looks the same as the element seen from the image of the point.
      let height = heights[g]
      if abs(height) < Self.least.squareRoot() { continue }
      let exact = element.integrals(from: MirrorImages.image(g, of: place))
      let sign: Double = height < 0 ? -1 : 1
      re[g] += sign * exact.solidAngle
      re[g] += height * wavenumber * wavenumber / 2 * exact.potential
    }
  }
}

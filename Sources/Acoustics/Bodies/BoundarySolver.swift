import Boards

/// Computes the pressure at microphones on a rigid body for any incident wave, one frequency at a time.
///
/// On the surface, collocation with constant elements solves p/2 - (integral of p dG/dn) = incident wave; a microphone
/// receives twice the incident wave plus twice this integral. The equations are solved for the microphones instead of
/// for waves, so the solution is a set of weights for the incident wave at some points. At the resonances of a hollow
/// body of this shape, the equations alone do not determine the pressure. The solver therefore adds the condition that
/// the pressure is 0 at a few interior points, and takes the solution with the smallest weights.
///
/// - Source: Schenck, "Improved integral formulation for acoustic radiation problems", JASA 44 (1968), for the interior
///   points; Kirkup, "The Boundary Element Method in Acoustics: A Survey", Appl. Sci. 9 (2019), for the rest.
struct BoundarySolver {
  /// The part of the surface in the octant of positive x, y and z; the other parts are its mirror images.
  let elements: [SurfaceElement]
  /// Points inside the body, in the same octant.
  let interior: [Vector3]
  /// The positions of the microphones on flat parts of the surface, in any octant.
  let microphones: [Vector3]
  /// One matrix for each parity, `[parity][row][column]`.
  private var matrices: [[Complex]]

  /// Allocates the matrices for a surface.
  init(elements: [SurfaceElement], interior: [Vector3], microphones: [Vector3]) {
    self.elements = elements
    self.interior = interior
    self.microphones = microphones
    let empty = [Complex](repeating: .zero, count: elements.count * elements.count)
    matrices = [[Complex]](repeating: empty, count: MirrorImages.count)
  }

  /// The points at which the incident wave is sampled.
  ///
  /// The points are all the images of the elements' centres, all the images of the interior points, and the
  /// microphones.
  var points: [Vector3] {
    (elements.map(\.centre) + interior).flatMap { place in
      (0..<MirrorImages.count).map { MirrorImages.image($0, of: place) }
    } + microphones
  }

  /// Computes the weights of the incident wave at all points, `[point][microphone]`; `nil` if memory runs out.
  ///
  /// - Parameter usesInterior: true to use the interior points, which are necessary only from the body's first interior
  ///   resonance upwards.
  mutating func weights(frequency: Double, usesInterior: Bool) -> [Complex]? {
    let layer = DoubleLayer(wavenumber: 2 * .pi * frequency / Air.speedOfSound)
    let sources = microphones.map { ($0, 2.0) } + (usesInterior ? interior.map { ($0, -1) } : [])
    var sides = rows(of: layer, seenFrom: sources)
    assemble(layer)
    var images = [(re: MirrorImages.Lanes, im: MirrorImages.Lanes)](
      repeating: (.zero, .zero),
      count: (elements.count + interior.count) * microphones.count)
    for parity in 0..<MirrorImages.count {
      guard
        LinearSystem.solve(&matrices[parity], order: elements.count, sides: &sides[parity]),
        let solution = leastWeights(sides[parity])
      else { return nil }
      for index in solution.indices {
        images[index].re[parity] = solution[index].re
        images[index].im[parity] = solution[index].im
      }
    }
    return unfolded(images)
  }

  /// The integrals as seen from some points, multiplied by a factor: `[parity][place][element]`.
  private func rows(
    of layer: DoubleLayer, seenFrom places: [(Vector3, factor: Double)]
  ) -> [[Complex]] {
    let empty = [Complex](repeating: .zero, count: places.count * elements.count)
    var rows = [[Complex]](repeating: empty, count: MirrorImages.count)
    for (index, (place, factor)) in places.enumerated() {
      for (column, element) in elements.enumerated() {
        let value = layer.parities(from: place, over: element)
        for parity in 0..<MirrorImages.count {
          rows[parity][index * elements.count + column] =
            Complex(value.re[parity], value.im[parity]) * factor
        }
      }
    }
    return rows
  }

  private mutating func assemble(_ layer: DoubleLayer) {
    let order = elements.count
    for row in 0..<order {
      let place = elements[row].centre
      for column in 0..<order {
        let value = layer.parities(from: place, over: elements[column])
        let identity = row == column ? 0.5 : 0
        for parity in 0..<MirrorImages.count {
          matrices[parity][row * order + column] =
            Complex(identity - value.re[parity], -value.im[parity])
        }
      }
    }
  }

  /// Turns the solutions for microphones and interior points into the weights of elements and interior points,
  /// `[point][microphone]`.
  ///
  /// Any weights w of the interior points are valid if the elements have the weights a - B w, where a is the solution
  /// for the microphone and B holds the solutions for the interior points. This function returns the smallest weights
  /// in the least-squares sense.
  private func leastWeights(_ solutions: [Complex]) -> [Complex]? {
    let order = elements.count
    let count = microphones.count
    let interiorCount = solutions.count / order - count
    var weights = [Complex](repeating: .zero, count: (order + interior.count) * count)
    for n in 0..<count {
      for row in 0..<order { weights[row * count + n] = solutions[n * order + row] }
    }
    if interiorCount == 0 { return weights }
    let rows = order + interiorCount
    var matrix = [Complex](repeating: .zero, count: rows * interiorCount)
    var sides = [Complex](repeating: .zero, count: rows * count)
    for row in 0..<order {
      for n in 0..<count { sides[n * rows + row] = solutions[n * order + row] }
      for column in 0..<interiorCount {
        matrix[column * rows + row] = solutions[(count + column) * order + row]
      }
    }
    for column in 0..<interiorCount { matrix[column * rows + order + column] = Complex(1) }
    guard let least = LinearSystem.leastSquares(matrix, rows: rows, sides: sides) else {
      return nil
    }
    for n in 0..<count {
      for column in 0..<interiorCount {
        let weight = least[n * interiorCount + column]
        weights[(order + column) * count + n] = weight
        for row in 0..<order {
          weights[row * count + n] += matrix[column * rows + row] * weight * -1
        }
      }
    }
    return weights
  }

  /// Turns the weights for each parity into weights for each image, `[point][microphone]`, followed by the microphones'
  /// own weight of 2.
  private func unfolded(_ parities: [(re: MirrorImages.Lanes, im: MirrorImages.Lanes)]) -> [Complex]
  {
    let count = microphones.count
    let share = 1 / Double(MirrorImages.count)
    var weights: [Complex] = []
    weights.reserveCapacity((parities.count * MirrorImages.count) + count * count)
    for start in stride(from: 0, to: parities.count, by: count) {
      let images = (start..<(start + count)).map { index in
        (
          MirrorImages.parities(parities[index].re) * share,
          MirrorImages.parities(parities[index].im) * share
        )
      }
      for g in 0..<MirrorImages.count {
        for n in 0..<count { weights.append(Complex(images[n].0[g], images[n].1[g])) }
      }
    }
    for n in 0..<count {
      for m in 0..<count { weights.append(Complex(n == m ? 2 : 0)) }
    }
    return weights
  }
}

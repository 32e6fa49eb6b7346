import Boards

/// The pressures at microphones on a body, as weighted sums of the undisturbed wave at points on the body's surface.
///
/// The pressure at a microphone is linear in the incident wave. A boundary element method that is solved for the
/// microphones, not for the waves, therefore gives one weight per point, and the weights give the response to every
/// direction without interpolation.
public struct SurfaceWeights: Sendable, Equatable {
  /// The points at which the incident wave is sampled, in metres, in the device frame.
  public let points: [Vector3]
  /// The positions of the microphones on the surface, in metres, in the device frame.
  public let microphones: [Vector3]
  /// The first frequency, which is also the distance between frequencies, in hertz.
  public let step: Double
  /// The number of frequencies.
  public let frequencies: Int
  /// The real and imaginary parts of the weights, `[point][frequency][microphone][2]`.
  public let weights: [Float]

  /// Creates weights from their parts.
  ///
  /// - Precondition: `weights` has points x frequencies x microphones x 2 elements.
  public init(
    points: [Vector3], microphones: [Vector3], step: Double, frequencies: Int, weights: [Float]
  ) {
    precondition(weights.count == points.count * frequencies * microphones.count * 2)
    self.points = points
    self.microphones = microphones
    self.step = step
    self.frequencies = frequencies
    self.weights = weights
  }

  /// The responses to waves from some directions in the device frame, relative to the wave at the origin.
  public func table(towards directions: [Vector3]) -> ResponseTable {
    let chunks = DirectionGrid.chunks(directions.count)
    let count = microphones.count
    let row = count * chunks
    var responses = [ComplexLanes](repeating: .zero, count: (frequencies + 1) * row)
    for index in 0..<row { responses[index] = ComplexLanes(.one, .zero) }
    let paths = points.map { point in DirectionGrid.lanes(directions.map { dot(point, $0) }) }
    var sums = [ComplexLanes](repeating: .zero, count: frequencies * count)
    for chunk in 0..<chunks {
      for index in sums.indices { sums[index] = .zero }
      for (point, path) in paths.enumerated() {
        add(point: point, path: path[chunk], to: &sums)
      }
      for frequency in 0..<frequencies {
        for n in 0..<count {
          responses[((frequency + 1) * count + n) * chunks + chunk] = sums[frequency * count + n]
        }
      }
    }
    return ResponseTable(
      responses, step: step, microphones: count, chunks: chunks,
      paths: microphones.flatMap { place in DirectionGrid.lanes(directions.map { dot(place, $0) }) }
    )
  }

  /// Adds the contribution of one point to all microphones at all frequencies.
  private func add(point: Int, path: SIMD4<Double>, to sums: inout [ComplexLanes]) {
    let turn = PlaneWave.pressures(paths: path, frequency: step)
    var wave = turn
    let size = sums.count
    weights.withUnsafeBufferPointer { weights in
      sums.withUnsafeMutableBufferPointer { sums in
        var source = point * size * 2
        for frequency in 0..<frequencies {
          for n in 0..<microphones.count {
            sums[frequency * microphones.count + n].add(
              wave, times: Complex(Double(weights[source]), Double(weights[source + 1])))
            source += 2
          }
          wave = wave * turn
        }
      }
    }
  }
}

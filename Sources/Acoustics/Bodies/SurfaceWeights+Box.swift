import Boards

extension SurfaceWeights {
  /// Computes the weights for microphones on a rigid box by the boundary element method; `nil` if cancelled or out of
  /// memory.
  ///
  /// A phone with 4 microphones takes 20 s on one core, and a cube of 10 cm takes two minutes. The number of elements
  /// is limited by 60 MB of matrices. With elements no longer than a quarter of a wavelength, the responses reach up to
  /// 24 kHz for a phone, 23 kHz for a cube of 10 cm, 4.7 kHz for a cube of 50 cm, and 1.2 kHz for a cube of 2 m. Above
  /// this frequency, ``ResponseTable`` keeps the ratio of each response to the plane wave at the microphone.
  ///
  /// - Parameters:
  ///   - microphones: the microphones, which ``BoxShape/place(_:)`` puts on the faces.
  ///   - progress: called after every frequency with the completed share; cancels if it returns false.
  /// - Thread: any; the call blocks the thread until the weights are computed.
  public static func box(
    _ box: BoxShape, microphones: [Microphone], progress: (Double) -> Bool
  ) -> SurfaceWeights? {
    let plan = BoxPlan(box)
    let places = microphones.map(plan.place)
    var solver = BoundarySolver(
      elements: plan.mesh.elements, interior: plan.interior, microphones: places)
    let points = solver.points
    let row = places.count * 2
    var weights = [Float](repeating: 0, count: points.count * plan.frequencies * row)
    for index in 0..<plan.frequencies {
      let frequency = Double(index + 1) * plan.step
      guard
        let solved = solver.weights(
          frequency: frequency, usesInterior: frequency > plan.firstInteriorFrequency)
      else { return nil }
      for point in points.indices {
        let start = (point * plan.frequencies + index) * row
        for n in places.indices {
          let weight = solved[point * places.count + n]
          weights[start + 2 * n] = Float(weight.re)
          weights[start + 2 * n + 1] = Float(weight.im)
        }
      }
      guard progress(Double(index + 1) / Double(plan.frequencies)) else { return nil }
    }
    return SurfaceWeights(
      points: points, microphones: places, step: plan.step, frequencies: plan.frequencies,
      weights: weights)
  }
}

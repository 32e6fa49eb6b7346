/// Weights of a least-squares design with a noise floor, computed apart from this code.
///
/// Four microphones 40.5 mm around the origin, twelve directions in the horizontal plane of equal weight, the target a
/// spherical head's ear at azimuth +100 degrees (counter-clockwise).
enum GoldenNoiseFloor {
  /// One frequency and floor.
  struct Case: Sendable {
    /// Hertz.
    var frequency: Double
    /// Decibels.
    var floor: Double
    var lambda: Double
    var real: [Double]
    var imaginary: [Double]
  }

  static let cases = [
    Case(
      frequency: 300.0, floor: -10.0, lambda: 0.0001998832956897635,
      real: [
        2.8885972353512086, -1.1490693296078376, -0.26683710967517416, -0.5927298023848419,
      ],
      imaginary: [
        -0.020192651871153197, 0.012648915859761497, 0.03429066439268743, 0.0030420373375361592,
      ]),
    Case(
      frequency: 300.0, floor: -3.0, lambda: 0.04435386417613644,
      real: [
        1.0607500711622788, 0.05871643408638275, -0.6010650238622541, 0.35171363295228253,
      ],
      imaginary: [
        -0.00698744849492209, 0.009898149286961805, 0.021706286659782272, 0.00483866967222516,
      ]),
    Case(
      frequency: 1000.0, floor: -10.0, lambda: 1e-12,
      real: [
        2.5702822453308087, -1.715139447485743, 0.7054575642844846, -1.392190891516211,
      ],
      imaginary: [
        -0.20731050585339925, 0.27026488166901896, 0.09142999243407458, 0.21764270780463282,
      ]),
    Case(
      frequency: 1000.0, floor: -3.0, lambda: 0.2481078163494846,
      real: [
        0.8481636186091831, -0.26245048941335447, -0.3804608049188179, -0.04967848599658367,
      ],
      imaginary: [
        -0.03093475628431726, 0.1216944179265902, 0.16588796717243956, 0.08702473091201966,
      ]),
    Case(
      frequency: 3000.0, floor: -10.0, lambda: 1e-12,
      real: [
        0.17859212525321247, 0.37979481104179763, 0.4746637811605271, 0.2511787383535069,
      ],
      imaginary: [
        -0.4027859592334914, -1.0654946639079237, -0.7331701876720735, -1.05706759228769,
      ]),
    Case(
      frequency: 3000.0, floor: -3.0, lambda: 0.07615460134949882,
      real: [
        0.0022555035816854054, 0.19259505360956072, 0.28230863780467347, 0.07093756445401883,
      ],
      imaginary: [
        0.041384165740825825, -0.584467227569655, -0.27112510971995507, -0.5764960902706937,
      ]),
  ]
}

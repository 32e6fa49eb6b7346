import Acoustics
import Glibc

extension FilterDesigner {
  /// The responses of a design for this board over direction and frequency, computed from the filters that it uses.
  ///
  /// - Precondition: the design is for this designer's board and rate.
  public func curves(_ design: Design) -> DesignCurves {
    curves(design, DesignMeasure(self, design))
  }

  func curves(_ design: Design, _ measure: DesignMeasure) -> DesignCurves {
    var curves = DesignCurves()
    curves.octaves = SectorLevels.octaves(rate: settings.rate)
    curves.azimuths = measure.signals.azimuths
    curves.levels = measure.levels(measure.signals, octaves: curves.octaves)
    curves.targetLevels = measure.levels(measure.targetSignals, octaves: curves.octaves)
    curves.noise = curves.octaves.map(measure.noise)
    curves.bands = measure.bands.centres
    curves.timbre = measure.timbreLevels
    if design.pattern.hasLeftAndRight { measure.addInterauralCurves(to: &curves) }
    return curves
  }
}

extension HorizonSignals {
  /// The directions in degrees, positive to the RIGHT, in ascending order from -180.
  var azimuths: [Double] { (0..<count).map { -180 + 360 / Double(count) * Double($0) } }

  /// Rearranges values that are counted counter-clockwise from forward into the order of ``azimuths``.
  ///
  /// The mathematics of the design counts azimuths positive to the left, but people count them positive to the right.
  static func rightward<Value>(_ values: [Value]) -> [Value] {
    let count = values.count
    return (0..<count).map { values[(count + count / 2 - $0) % count] }
  }
}

extension DesignMeasure {
  /// The lowest level that is reported, in decibels.
  private static let lowest = -100.0

  /// The largest level difference that is reported, in decibels: a cardioid does not respond at all to sound from some
  /// directions.
  private static let most = 40.0

  /// The indices of the frequencies that lie in an octave.
  private func bins(octave: Double) -> [Int] {
    let root = 2.0.squareRoot()
    return (1..<filters.bins).filter {
      (octave / root..<octave * root).contains(Double($0) * step)
    }
  }

  /// The level of a sound from each direction relative to the same sound straight ahead, `[output][octave][azimuth]`.
  func levels(_ signals: HorizonSignals, octaves: [Double]) -> [[[Double]]] {
    let powers = (0..<signals.outputs).map { output in
      octaves.map { octave in
        var sums = [SIMD4<Double>](repeating: .zero, count: signals.chunks)
        for bin in bins(octave: octave) {
          signals.addPower(output: output, bin: bin, weight: 1, to: &sums)
        }
        return (0..<signals.count).map { sums[$0 / 4][$0 % 4] }
      }
    }
    return powers.map { output in
      output.enumerated().map { octave, values in
        let ahead =
          powers.reduce(1e-30) { $0 + $1[octave][0] } / Double(max(1, powers.count))
        return HorizonSignals.rightward(
          values.map { max(Self.lowest, 10 * log10($0 / ahead + 1e-30)) })
      }
    }
  }

  /// The self-noise in an octave, in decibels relative to one microphone: the mean over the outputs.
  func noise(octave: Double) -> Double {
    let bins = bins(octave: octave)
    let sum = bins.reduce(0) { sum, bin in
      (0..<filters.outputs).reduce(sum) { $0 + filters.noisePower(output: $1, bin: bin) }
    }
    return 10 * log10(sum / Double(max(1, bins.count * filters.outputs)) + 1e-30)
  }

  /// Adds level and time differences, and the coherence of the ears in a diffuse field, to curves.
  func addInterauralCurves(to curves: inout DesignCurves) {
    guard let wanted = targetCues, let reached = cues else { return }
    curves.levelDifferences = levelDifferences(reached, octaves: curves.octaves)
    curves.targetLevelDifferences = levelDifferences(wanted, octaves: curves.octaves)
    // Subtracting from 0 makes no -0.
    if hasEars {
      curves.timeDifferencesMicroseconds = HorizonSignals.rightward(
        reached.timeDifferences.map { 0 - $0 * 1e6 })
      curves.targetTimeDifferencesMicroseconds = HorizonSignals.rightward(
        wanted.timeDifferences.map { 0 - $0 * 1e6 })
    }
    curves.pinkTimeDifferencesMicroseconds = HorizonSignals.rightward(
      InterauralCues.delays(signals, weight: InterauralCues.pinkLowPass).map { 0 - $0 * 1e6 })
    curves.diffuseCoherence = curves.octaves.map { octave in
      coherence(octave: octave) { bin in
        let (left, right) = (
          filters.weights(output: 0, bin: bin), filters.weights(output: 1, bin: bin)
        )
        return (
          diffuseField.power(bin: bin, filter: left), diffuseField.power(bin: bin, filter: right),
          diffuseField.cross(bin: bin, left, right).re
        )
      }
    }
    curves.targetDiffuseCoherence = curves.octaves.map { coherence(octave: $0, targetPowers) }
  }

  /// The level of right relative to left, as the mean over the auditory bands in each octave.
  private func levelDifferences(_ cues: InterauralCues, octaves: [Double]) -> [[Double]] {
    let root = 2.0.squareRoot()
    return octaves.map { octave in
      let inside = bands.centres.indices.filter {
        (octave / root..<octave * root).contains(bands.centres[$0])
      }
      return HorizonSignals.rightward(
        (0..<cues.count).map { q in
          inside.reduce(0) { sum, band in
            sum - max(-Self.most, min(Self.most, cues.levelDifferences[band * cues.count + q]))
          }
            / Double(max(1, inside.count))
        })
    }
  }

  /// The real part of the coherence over an octave, computed from the powers and from the real part of the cross power.
  private func coherence(
    octave: Double, _ powers: (_ bin: Int) -> (left: Double, right: Double, cross: Double)
  ) -> Double {
    var (left, right, cross) = (1e-30, 1e-30, 0.0)
    for bin in bins(octave: octave) {
      let power = powers(bin)
      left += power.left
      right += power.right
      cross += power.cross
    }
    return cross / (left * right).squareRoot()
  }

  /// The powers that the target has in a diffuse field.
  private func targetPowers(bin: Int) -> (left: Double, right: Double, cross: Double) {
    var left = [ComplexLanes](repeating: .zero, count: target.chunks)
    var right = left
    target.read(output: 0, bin: bin, into: &left)
    target.read(output: 1, bin: bin, into: &right)
    var sums = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
    for chunk in 0..<target.chunks {
      let weight = weights.diffuse[chunk]
      sums.0 += left[chunk].power * weight
      sums.1 += right[chunk].power * weight
      let cross = left[chunk].re * right[chunk].re + left[chunk].im * right[chunk].im
      sums.2 += cross * weight
    }
    return (sums.0.sum(), sums.1.sum(), sums.2.sum())
  }
}

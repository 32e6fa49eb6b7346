import Acoustics
import Boards
import Glibc

extension FilterDesigner {
  /// The range of frequencies in hertz in which level differences are evaluated.
  static let levelDifferenceRange = 200.0...6000.0

  /// The figures of a design for this board, computed from the filters that it uses.
  ///
  /// - Precondition: the design is for this designer's board and rate.
  public func figures(_ design: Design) -> Figures { DesignStudy(self, design).figures }

  /// The figures that a design for this board would have with the microphones of another board.
  ///
  /// The target and the orientation of the board stay the same; the positions, the body and the faults of the
  /// microphones come from the other board. The figures show what a design loses on other hardware.
  ///
  /// - Precondition: the design is for this designer's board and rate, and the other board has as many microphones as
  ///   this one.
  public func figures(_ design: Design, on other: FilterDesigner) -> Figures {
    figures(design, DesignMeasure(self, design, hardware: other))
  }

  func figures(_ design: Design, _ measure: DesignMeasure) -> Figures {
    var figures = Figures()
    figures.octaves = SectorLevels.octaves(rate: settings.rate)
    figures.selfNoise = measure.selfNoise
    figures.usableBandwidth =
      design.pattern == .omni
      ? Double(settings.rate) / 2
      : min(Double(settings.rate) / 2, measure.array.geometry.aliasingFrequency)
    (figures.timbreDeviation, figures.timbreMaximum) = measure.timbre
    figures.colour = measure.colour(rate: settings.rate)
    figures.independent = measure.independent(rate: settings.rate)
    let reached = SectorLevels(measure.signals)
    let wanted = SectorLevels(measure.targetSignals)
    figures.frontToBack = figures.octaves.map(reached.frontToBack)
    figures.targetFrontToBack = figures.octaves.map(wanted.frontToBack)
    figures.broadbandFrontToBack = reached.broadbandFrontToBack()
    if design.pattern.hasLeftAndRight {
      figures.leftToRight = figures.octaves.map(reached.leftToRight)
      figures.targetLeftToRight = figures.octaves.map(wanted.leftToRight)
      measure.addInterauralErrors(to: &figures)
      figures.midSide = measure.midSide(figures, rate: settings.rate)
    } else {
      figures.directivityIndex = figures.octaves.map(measure.directivityIndex)
    }
    return figures
  }

  /// The effect of microphone mismatch on a design.
  ///
  /// Gains, phases (the same at all frequencies) and positions are drawn from a seed for `boards` boards. By default,
  /// the errors are taken from the board file or, if it states none, are the usual errors for the board's calibration
  /// (``Boards/Board/mismatch``); the position tolerances are the board's.
  public func robustness(
    _ design: Design, seed: UInt64 = 1, boards: Int = 50, mismatch: Mismatch? = nil
  ) -> Robustness {
    DesignStudy(self, design).robustness(seed: seed, boards: boards, mismatch: mismatch)
  }

  /// The complex response of each output to a plane wave at the given frequencies in hertz, `[output][frequency]`.
  ///
  /// It is relative to the undisturbed wave at the centroid of the microphones in use (on a sphere, at the centre of
  /// the sphere). The microphones have the faults stated in the board file; the delay of the filters is left out.
  public func response(
    _ design: Design, direction: Direction, frequencies: [Double]
  ) -> [[Complex]] {
    let bank = design.filters
    let microphones = bank.microphonesInUse
    guard let layout = board.layout(design.which) else {
      preconditionFailure("a design has a layout")
    }
    let array = ArrayModel(
      board, microphones: microphones, layout: layout, scatterer: scatterer)
    let received = array.responses(from: direction.sceneVector, frequencies: frequencies)
    return (0..<bank.outputs).map { output in
      zip(frequencies, received).map { frequency, received in
        var sum = Complex.zero
        for (n, pressure) in zip(microphones, received) {
          let taps = bank.filter(output: output, microphone: n)
          sum +=
            Self.response(of: taps, delay: bank.delay, at: frequency / Double(bank.rate))
            * Correction(board.microphones[n]).inverse(frequency) * pressure
        }
        return sum
      }
    }
  }

  /// The response of taps at a frequency in cycles per frame, with the delay removed.
  private static func response(of taps: ArraySlice<Float>, delay: Int, at frequency: Double)
    -> Complex
  {
    let turn = CausalFilter.turn(-2 * .pi * frequency)
    var phasor = CausalFilter.turn(2 * .pi * frequency * Double(delay))
    var sum = Complex.zero
    for tap in taps {
      sum += phasor * Double(tap)
      phasor = phasor * turn
    }
    return sum
  }
}

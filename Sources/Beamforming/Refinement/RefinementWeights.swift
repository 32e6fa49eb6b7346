/// The weights of the parts of a refinement's cost.
package struct RefinementWeights: Sendable, Equatable {
  /// The weight of level differences between the ears in narrow bands, in decibels squared.
  package var narrowLevel = 1.0
  /// The same in the bands of the ear.
  package var level = 0.4
  /// The weight of the ears' mean level per direction in narrow bands, in decibels squared.
  package var narrowSpectrum = 0.3
  /// The same in the bands of the ear.
  package var spectrum = 0.1
  /// The weight of the change of the error of level differences from one narrow band to the next, in decibels squared.
  package var levelStep = 1.0
  /// The same of the mean level.
  package var spectrumStep = 0.1
  /// The weight of interaural coherence: of squared distances in the unit circle, at low frequencies.
  package var coherence = 45.0
  /// The weight of interaural delay at the height of the ears, in units of 20 microseconds squared.
  package var delay = 4.0
  /// The weight of what the ears' correlation at the target's delay lacks of ``leastAligned``: without it the delay may
  /// be that of a dip between two peaks.
  package var aligned = 60.0
  /// The correlation at the target's delay that is asked for.
  package var leastAligned = 0.0
  /// The same straight ahead.
  package var leastAlignedAhead = 0.2
  /// The weight of the delay straight ahead beside that of all other directions together.
  package var centre = 3.0
  /// The weight of noise near the middle plane that is not earlier by ``leastLead`` on its side, in squares of that
  /// time.
  package var leads = 30.0
  /// The lead in microseconds of the ear on the side of a sound that is asked for.
  package var leastLead = 20.0
  /// The frequency in hertz above which the ear loses interaural phase.
  package var coherenceLimit = 1500.0
  /// The weight of the mean level around the horizon, in decibels squared.
  package var colour = 10.0
  /// The weight of directions in front that are softer than ``softest``, in decibels squared.
  package var hollow = 250.0
  /// The level of a third octave in front below which it costs, decibels against the mean around the horizon.
  package var softest = -3.3
  /// The weight of pink noise that is not louder by ``leastSide`` on its own side, in decibels squared.
  package var sides = 1500.0
  /// The level in decibels by which pink noise from a side is to be louder there.
  package var leastSide = 0.8
  /// The weight of noise above the noise floor's limit, in decibels squared.
  package var noise = 3.0
  /// The weight of the error of level differences that mismatch adds, in decibels squared.
  package var mismatch = 0.25
  /// The weight of front to back below what is asked for, in decibels squared.
  package var frontToBack = 40.0
  /// The front to back in decibels that is asked for above the closed form's, up to the target's.
  package var frontToBackGain = 0.1
  /// The front to back in decibels that may be lost where the closed form has more than the target.
  package var frontToBackMargin = 0.0
  /// The weight of front to back in an octave below the closed form's, in decibels squared.
  package var octaveFrontToBack = 15.0
  /// The front to back in decibels that may be lost in an octave.
  package var octaveFrontToBackMargin = 0.5
  /// The added weight of the front.
  package var frontalGain = 8.0
  /// The angle from forward in degrees at which that has fallen to 1/e.
  package var frontalWidth = 30.0
  /// The weight of directions far from the horizon.
  package var background = 0.08
  /// The width of the horizon's weight in degrees of elevation (one sigma).
  package var horizonWidth = 8.0

  /// The most steps.
  package var iterations = 300

  /// The weights that serve most arrays best.
  package init() {}

  /// The same with more weight on wide bands and less on smoothness: for arrays of two or three microphones, which
  /// cannot have narrow bands and time differences right together.
  package static var wide: RefinementWeights {
    var weights = RefinementWeights()
    (weights.narrowLevel, weights.level, weights.levelStep) = (0.7, 0.7, 0.5)
    (weights.coherence, weights.delay) = (30, 2)
    return weights
  }

  /// Time differences and wide bands alone, as a start for others.
  package static var times: RefinementWeights {
    var weights = RefinementWeights()
    (weights.narrowLevel, weights.levelStep) = (0, 0)
    (weights.narrowSpectrum, weights.spectrumStep) = (0, 0)
    (weights.level, weights.spectrum, weights.coherence) = (1.4, 1, 60)
    weights.iterations = 200
    return weights
  }

  /// The weights after ``times``, which keep what it reached.
  package static var afterTimes: RefinementWeights {
    var weights = RefinementWeights()
    (weights.levelStep, weights.coherence, weights.delay) = (0.7, 60, 10)
    weights.iterations = 200
    return weights
  }

  /// The weights for arrays whose filters lean on small differences between their microphones.
  package static var robust: [RefinementWeights] {
    var weights = RefinementWeights()
    weights.mismatch = 1.5
    return [weights]
  }

  /// The ways in which a refinement is tried, each a sequence of weights.
  package static var recipes: [[RefinementWeights]] {
    [[RefinementWeights()], [wide], [times, afterTimes]]
  }
}

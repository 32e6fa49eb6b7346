/// The weights of the parts of a refinement's cost.
package struct RefinementWeights: Sendable, Equatable {
  /// The weight of differences between the ears' levels, in decibels squared.
  package var level = 1.4
  /// The weight of the ears' mean level per direction, in decibels squared.
  package var spectrum = 1.0
  /// The weight of interaural coherence: of squared distances in the unit circle, at low frequencies.
  package var coherence = 60.0
  /// The weight of interaural delay at the height of the ears, in units of 20 microseconds squared.
  package var delay = 4.0
  /// The frequency in hertz above which the ear loses interaural phase.
  package var coherenceLimit = 1500.0
  /// The weight of the level of all directions together, in decibels squared.
  package var timbre = 10.0
  /// The weight of noise above the noise floor's limit, in decibels squared.
  package var noise = 3.0
  /// The weight of front to back below what is asked for, in decibels squared.
  package var frontToBack = 20.0
  /// The front to back in decibels that is asked for above the closed form's, up to the target's.
  package var frontToBackGain = 0.6
  /// The front to back in decibels that may be lost where the closed form has more than the target.
  package var frontToBackMargin = 0.3
  /// The weight of front to back in an octave below the closed form's, in decibels squared.
  package var octaveFrontToBack = 10.0
  /// The front to back in decibels that may be lost in an octave.
  package var octaveFrontToBackMargin = 0.5
  /// The added weight of the front.
  package var frontalGain = 8.0
  /// The angle from forward in degrees at which that has fallen to 1/e.
  package var frontalWidth = 30.0
  /// The weight of directions far from the horizon.
  package var background = 0.08
  /// The width of the horizon's weight in degrees of elevation (one sigma).
  package var horizonWidth = 15.0

  /// The most steps.
  package var iterations = 300

  package init() {}
}

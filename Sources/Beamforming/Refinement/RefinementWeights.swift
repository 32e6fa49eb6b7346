/// How much each part of the cost of a refinement counts.
package struct RefinementWeights: Sendable, Equatable {
  /// Of differences between the ears' levels, in decibels squared.
  package var level = 1.4
  /// Of the ears' mean level per direction, in decibels squared.
  package var spectrum = 1.0
  /// Of interaural coherence: of squared distances in the unit circle, at low frequencies.
  package var coherence = 60.0
  /// Of interaural delay at the height of the ears, in units of 20 microseconds squared.
  package var delay = 4.0
  /// Hertz above which the ear loses interaural phase.
  package var coherenceLimit = 1500.0
  /// Of the level of all directions together, in decibels squared.
  package var timbre = 10.0
  /// Of noise above what the noise floor allows, in decibels squared.
  package var noise = 3.0
  /// Of front to back below what is asked for, in decibels squared.
  package var frontToBack = 20.0
  /// Decibels of front to back that are asked for above the closed form's, up to the target's.
  package var frontToBackGain = 0.6
  /// Decibels that may be lost where the closed form has more than the target.
  package var frontToBackMargin = 0.3
  /// Of front to back in an octave below what the closed form has, in decibels squared.
  package var octaveFrontToBack = 10.0
  /// Decibels that may be lost in an octave.
  package var octaveFrontToBackMargin = 0.5
  /// By how much the front counts for more.
  package var frontalGain = 8.0
  /// Degrees from forward at which that has fallen to 1/e.
  package var frontalWidth = 30.0
  /// Directions far from the horizon.
  package var background = 0.08
  /// Degrees of elevation (one sigma).
  package var horizonWidth = 15.0

  /// The most steps.
  package var iterations = 300

  package init() {}
}

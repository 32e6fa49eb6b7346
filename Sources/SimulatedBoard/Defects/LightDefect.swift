import Boards
import Recorder
import TOML

/// The defects of an LED: a table `[hardware.leds.record]` of a scenario.
package struct LightDefect: DefectTable, Equatable {
  /// True if the LED's line cannot be driven.
  @Key("refused", .fact) package var isRefused = false
  /// The state in which the LED is stuck: true for lit, false for dark.
  @Key("stuck", .either("lit", or: "dark")) package var heldLit: Bool?

  package init() {}
}

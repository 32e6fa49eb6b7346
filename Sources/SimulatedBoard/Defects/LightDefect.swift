import Boards
import Recorder
import TOML

/// The defects of an LED: a table `[hardware.leds.record]` of a scenario.
package struct LightDefect: DefectTable, Equatable {
  /// True if its line cannot be driven.
  @Key("refused", .fact) package var isRefused = false
  /// The level at which its line is stuck, regardless of its setting.
  @Key("stuck", .either("lit", or: "dark")) package var heldLit: Bool?

  package init() {}
}

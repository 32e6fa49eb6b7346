import Boards
import Recorder
import TOML

/// The defects of a light of the hardware: a table `[hardware.leds.record]` of a scenario.
package struct LightDefect: DefectTable, Equatable {
  /// True when its line cannot be driven.
  @Key("refused", .fact) package var isRefused = false
  /// The level at which its line is held, regardless of its setting.
  @Key("stuck", .either("lit", or: "dark")) package var heldLit: Bool?

  package init() {}
}

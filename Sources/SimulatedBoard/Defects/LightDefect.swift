import Boards
import Recorder
import TOML

/// The defects of a light of the hardware: a table `[hardware.leds.record]` of a scenario.
package struct LightDefect: Sendable, Equatable {
  /// True when its line cannot be driven.
  package var isRefused = false
  /// The level at which its line is held, regardless of its setting.
  package var heldLit: Bool?

  /// A light without defects.
  package init() {}
}

extension LightDefect {
  private static let keys = ["refused", "stuck"]

  /// Reads the table `[hardware.leds]`: one table for every light.
  static func readAll(_ table: TOMLTable?) throws(TOMLError) -> [LightName: LightDefect] {
    guard let table else { return [:] }
    var defects: [LightName: LightDefect] = [:]
    for name in LightName.allCases {
      guard let own = try table.table(name.rawValue) else { continue }
      var defect = LightDefect()
      defect.isRefused = try own.flag("refused")
      defect.heldLit = try own.choice("stuck", of: ["lit", "dark"]).map { $0 == "lit" }
      try own.saysSomething(keys)
      defects[name] = defect
    }
    try table.saysSomething(LightName.allCases.map(\.rawValue))
    return defects
  }
}

import Essentials
import TakeFiles

/// The batteries and power supplies of this computer, as the kernel reports them.
///
/// - Source: Documentation/ABI/testing/sysfs-class-power of the Linux kernel.
package struct PowerSupplies: Sendable {
  /// The folder that the kernel provides.
  package static let standardFolder = "/sys/class/power_supply"

  private let folder: String

  /// The supplies in a folder; each supply is a folder with one file per property.
  package init(folder: String = PowerSupplies.standardFolder) { self.folder = folder }

  /// The charge of a battery; `nil` if there is no battery, or if the battery does not answer.
  ///
  /// Batteries of other devices, such as a mouse, do not count. Many fuel gauges do not measure current or report
  /// whether the battery powers the computer; the other supplies, if any, then show it.
  ///
  /// - Parameter name: the name of the battery; `nil` for the first battery by name.
  package func battery(named name: String? = nil) -> BatteryCharge? {
    let supplies = folderNames(folder)
    let batteries = supplies.filter { fact("type", of: $0) == "Battery" && isOfComputer($0) }
    guard let battery = name ?? batteries.first, batteries.contains(battery),
      fact("present", of: battery) != "0"
    else { return nil }
    let others = supplies.filter { fact("type", of: $0) != "Battery" && isOfComputer($0) }
    let percent = percent(of: battery)
    let level = fact("capacity_level", of: battery)
    guard percent != nil || level != nil else { return nil }
    return BatteryCharge(
      state(fact("status", of: battery), others.compactMap { fact("online", of: $0) }),
      percent: percent, isCritical: level == "Critical")
  }

  /// The direction of the battery's current, as reported by the battery or, if it reports none, as implied by the
  /// other supplies.
  private func state(_ status: String?, _ online: [String]) -> BatteryCharge.Flow {
    switch status {
    case "Charging": .charging
    case "Discharging": .discharging
    case "Full": .full
    case "Not charging": .external
    default: online.isEmpty ? .unknown : online.allSatisfy { $0 == "0" } ? .discharging : .external
    }
  }

  private func percent(of battery: String) -> Double? {
    if let capacity = fact("capacity", of: battery).flatMap(Double.init) {
      return min(max(capacity, 0), 100)
    }
    for kind in ["energy", "charge"] {
      let now = fact("\(kind)_now", of: battery).flatMap(Double.init)
      let full = fact("\(kind)_full", of: battery).flatMap(Double.init)
      if let now, let full, full > 0 { return min(max(now / full * 100, 0), 100) }
    }
    return nil
  }

  /// False for a supply that belongs to a single device, such as a mouse.
  private func isOfComputer(_ supply: String) -> Bool { fact("scope", of: supply) != "Device" }

  /// The text of a supply's file without the line end; `nil` if the file cannot be read.
  private func fact(_ name: String, of supply: String) -> String? {
    SmallFile.text("\(folder)/\(supply)/\(name)").map {
      String($0.prefix { $0 != "\n" })
    }
  }
}

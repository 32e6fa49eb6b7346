import LinuxBoard
import TakeFiles
import TestSupport
import Testing

@Suite("Batteries, from the files of the kernel")
struct PowerSuppliesTests {
  /// A folder as the kernel has it, and what is read from it.
  private func charge(
    _ supplies: [String: [String: String]], named name: String? = nil
  ) throws -> BatteryCharge? {
    let folder = try TemporaryDirectory()
    for (supply, facts) in supplies {
      for (fact, value) in facts {
        try folder.makeFolders(of: "\(supply)/\(fact)")
        try folder.write(Array("\(value)\n".utf8), to: "\(supply)/\(fact)")
      }
    }
    return PowerSupplies(folder: folder.path).battery(named: name)
  }

  private func battery(_ more: [String: String] = [:]) -> [String: String] {
    ["type": "Battery", "status": "Discharging", "capacity": "87", "present": "1"]
      .merging(more) { $1 }
  }

  @Test("percent and direction as the battery has them")
  func plain() throws {
    #expect(try charge(["battery": battery()]) == BatteryCharge(.discharging, percent: 87))
    #expect(
      try charge(["b": battery(["status": "Charging"])]) == BatteryCharge(.charging, percent: 87))
    #expect(
      try charge(["b": battery(["status": "Not charging", "capacity": "100"])])
        == BatteryCharge(.external, percent: 100))
    #expect(
      try charge(["b": battery(["capacity_level": "Critical"])])
        == BatteryCharge(.discharging, percent: 87, isCritical: true))
    #expect(try charge(["b": battery(["capacity": "255"])])?.percent == 100)
  }

  @Test("a gauge without current leaves the direction to the other supplies")
  func unknown() throws {
    let gauge = battery(["status": "Unknown"])
    func mains(_ online: String) -> [String: String] { ["type": "Mains", "online": online] }
    #expect(try charge(["b": gauge])?.state == .unknown)
    #expect(try charge(["b": gauge, "ac": mains("1")])?.state == .external)
    #expect(try charge(["b": gauge, "ac": mains("0")])?.state == .discharging)
    #expect(try charge(["b": gauge, "ac": mains("0"), "usb": mains("1")])?.state == .external)
    // A charging pad of a pen is none of the computer's.
    let pad = mains("1").merging(["scope": "Device"]) { $1 }
    #expect(try charge(["b": gauge, "ac": mains("0"), "pad": pad])?.state == .discharging)
  }

  @Test("percent of charge or energy where there is no capacity; a level alone is enough")
  func otherFigures() throws {
    let energy = ["type": "Battery", "energy_now": "5000000", "energy_full": "20000000"]
    #expect(try charge(["b": energy]) == BatteryCharge(.unknown, percent: 25))
    let amount = ["type": "Battery", "charge_now": "300", "charge_full": "400"]
    #expect(try charge(["b": amount])?.percent == 75)
    let level = ["type": "Battery", "capacity_level": "Critical"]
    #expect(try charge(["b": level]) == BatteryCharge(.unknown, isCritical: true))
    #expect(try charge(["b": ["type": "Battery", "charge_now": "3", "charge_full": "0"]]) == nil)
  }

  @Test("no battery: none there, none in, none of the computer, or one without figures")
  func none() throws {
    #expect(PowerSupplies(folder: "/nowhere").battery() == nil)
    #expect(try charge(["ac": ["type": "Mains", "online": "1"]]) == nil)
    #expect(try charge(["b": battery(["present": "0"])]) == nil)
    #expect(try charge(["mouse": battery(["scope": "Device"])]) == nil)
    #expect(try charge(["b": ["type": "Battery", "status": "Full"]]) == nil)
  }

  @Test("of two, the one that is named; else the first by its name")
  func named() throws {
    let both = ["hat": battery(["capacity": "40"]), "backup": battery(["capacity": "90"])]
    #expect(try charge(both)?.percent == 90)
    #expect(try charge(both, named: "hat")?.percent == 40)
    #expect(try charge(both, named: "other") == nil)
  }
}

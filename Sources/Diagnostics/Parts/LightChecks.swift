import Boards
import Recorder

/// The check that every light can be switched; each light blinks once for the person to see.
struct LightChecks {
  private let bench: Bench

  init(_ bench: Bench) { self.bench = bench }

  var findings: [Finding] {
    guard let lights = bench.machine.lights else { return [Self.none] }
    defer { lights.release() }
    let findings = LightName.allCases.compactMap { light -> Finding? in
      lights.show(LightLevels(light, isLit: true))
      guard let on = lights.report(light) else { return nil }
      bench.clock.wait(seconds: Self.blinkSeconds)
      lights.show(LightLevels())
      return finding(light, on, lights.report(light) ?? on)
    }
    return findings.isEmpty ? [Self.none] : findings
  }

  private func finding(_ light: LightName, _ on: LightReport, _ off: LightReport) -> Finding {
    let limit = "its line can be set to both levels"
    switch (on, off) {
    case (.refused(let problem), _), (_, .refused(let problem)):
      return Finding(
        .ledDrive, light.rawValue, .fail, problem.reason, limit: limit, remedy: problem.remedy)
    case (.driven(let lit), .driven(let dark)):
      guard lit ?? true, !(dark ?? false) else {
        return Finding(
          .ledDrive, light.rawValue, .fail,
          "its line stays \(lit == false ? "dark" : "lit") whatever level is set", limit: limit,
          remedy:
            "look for a short or another driver on the line, and check that the board file names the right line"
        )
      }
      return Finding(
        .ledDrive, light.rawValue, .pass, "blinked: did you see it?", limit: limit)
    }
  }

  private static let none = Finding(.ledDrive, .skip, "the board has no lights")
  /// The duration of a blink in seconds: long enough for a person to see it.
  private static let blinkSeconds = 0.4
}

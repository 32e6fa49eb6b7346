import Boards
import Essentials
import Glibc
import Recorder

/// The checks that the accelerometer matches the board file, and that it reads gravity when the board is at rest.
struct MotionChecks {
  private let bench: Bench

  init(_ bench: Bench) { self.bench = bench }

  var findings: [Finding] {
    guard let accelerometer = bench.board.accelerometer else {
      return Check.allCases.filter { $0.part == .motion }.map {
        Finding($0, .skip, "the board has no accelerometer")
      }
    }
    let report = bench.watchMotion(readings: Self.readings)
    let identity = identity(accelerometer, report.status)
    guard identity.verdict == .pass else { return [identity] }
    // A single failed transfer in two seconds is a fault, too: wires and supply should cause none.
    guard report.readings.count >= Self.leastReadings, report.status.problem == nil else {
      return [identity, silent(accelerometer, report.status.problem)]
    }
    return [identity] + rest(accelerometer.chip, report.readings)
  }

  private func identity(_ accelerometer: Accelerometer, _ status: SensorStatus) -> Finding {
    let place = "bus \(accelerometer.bus), address \(accelerometer.address.registerText)"
    let limit = "the chip named in the board file, according to its identity register"
    switch status.identity {
    case .expected(let value):
      return Finding(
        .motionIdentity, accelerometer.chip, .pass,
        "answers with \(value.registerText) on \(place)"
          + (AccelerometerChip.named(accelerometer.chip)?.variant(value).map {
            ": \($0), with the same registers"
          }
            ?? ""),
        limit: limit)
    case .other(let register, let found, let expected, let known):
      let who = known.isEmpty ? "an unknown chip" : known.joined(separator: " or ")
      return Finding(
        .motionIdentity, accelerometer.chip, .fail,
        "register \(register.registerText) reads \(found.registerText) instead of "
          + "\(expected.registerText): it is \(who)",
        limit: limit,
        remedy: known.isEmpty
          ? "correct [accelerometer] in the board file; nothing was written to the chip"
          : "write chip = \"\(known[0])\" into [accelerometer] of the board file")
    case .silent:
      return Finding(
        .motionIdentity, accelerometer.chip, .fail,
        status.problem.map(\.reason) ?? "nothing answers on \(place)", limit: limit,
        remedy: status.problem.map(\.remedy)
          ?? "check its address, supply and wires; 'i2cdetect -y \(accelerometer.bus)' lists the bus"
      )
    }
  }

  /// The finding about a chip that identifies itself but gives no readings.
  private func silent(_ accelerometer: Accelerometer, _ problem: HardwareProblem?) -> Finding {
    Finding(
      .motionLength, accelerometer.chip, .fail,
      problem.map(\.reason) ?? "delivers no readings", limit: Self.lengthLimit,
      remedy: problem.map(\.remedy) ?? "check its supply and wires")
  }

  // MARK: At rest

  private func rest(_ chip: String, _ readings: [Vector3]) -> [Finding] {
    let count = Double(readings.count)
    let mean = readings.reduce(Vector3(0, 0, 0)) { $0 + $1 } / count
    let power = readings.reduce(0.0) { $0 + dot($1 - mean, $1 - mean) } / (count - 1)
    let noise = (power / 3).squareRoot()
    let isQuiet = noise <= Self.mostNoise
    let digits = Quantity.digits(telling: noise * 1000, from: Self.mostNoise * 1000)
    let amount = "readings vary by \(Quantity.decimal(noise * 1000, digits: digits)) mg"
    var findings = [
      Finding(
        .motionNoise, chip, isQuiet ? .pass : .warn,
        isQuiet
          ? "\(amount) (one sigma)" : "\(amount): the board is not still",
        value: noise * 1000, unit: "mg",
        limit: "at most \(Int(Self.mostNoise * 1000)) mg: data sheets state 1 to 8",
        remedy: isQuiet
          ? nil
          : "repeat this with the board at rest, then check the chip's supply and solder joints")
    ]
    // The readings of a moving board show neither the magnitude of gravity nor the edge that is up.
    guard isQuiet else {
      return findings
        + [Check.motionLength, .motionAxes].map {
          Finding($0, chip, .skip, "the board is not still")
        }
    }
    findings += [length(chip, mean.length), axes(chip, mean)]
    return findings
  }

  private func length(_ chip: String, _ length: Double) -> Finding {
    let range = Self.validRange
    let isRight = range.contains(length)
    let nearest = length < 1 ? range.lowerBound : range.upperBound
    let digits = max(3, Quantity.digits(telling: length, from: nearest))
    return Finding(
      .motionLength, chip, isRight ? .pass : .fail,
      "reads \(Quantity.decimal(length, digits: digits)) g at rest",
      value: length, unit: "g", limit: Self.lengthLimit,
      remedy: isRight
        ? nil
        : "check chip in the board file: different chips use different units; if the name is right, the chip is damaged"
    )
  }

  /// The finding about the edge that is up, which only a person looking at the board can confirm.
  private func axes(_ chip: String, _ mean: Vector3) -> Finding {
    let up = mean.normalized
    let values = [mean.x, mean.y, mean.z].map { Quantity.decimal($0, digits: 3) }
    let words = "(\(values.joined(separator: ", "))) g"
    let edges = Self.faces.max { dot($0.direction, up) < dot($1.direction, up) }
    guard let edge = edges, dot(edge.direction, up) >= cos(Self.clearDegrees * .pi / 180) else {
      return Finding(
        .motionAxes, chip, .skip, "no edge is clearly up: \(words)",
        remedy: "stand the board on an edge and check again")
    }
    if case .fixed(let fixed) = bench.board.orientation {
      return fixedAxes(chip, edge.name, isUp: dot(fixed, up) >= cos(Self.clearDegrees * .pi / 180))
    }
    return Finding(
      .motionAxes, chip, .pass, "\(edge.name) is up: \(words)",
      limit: "turn the board and see whether this is right; if not, correct [accelerometer] mount "
        + "in the board file"
    )
  }

  /// The finding about the edge that is up on a fixed board, whose file states the expected edge.
  private func fixedAxes(_ chip: String, _ edge: String, isUp: Bool) -> Finding {
    Finding(
      .motionAxes, chip, isUp ? .pass : .fail,
      "\(edge) is up" + (isUp ? ", as in the board file" : ", which contradicts the board file"),
      limit: "[orientation] up in the board file",
      remedy: isUp
        ? nil : "place the board as intended, or correct mount or up in the board file")
  }

  private static let faces: [(name: String, direction: Vector3)] = [
    ("the top edge", Vector3(0, 1, 0)), ("the bottom edge", Vector3(0, -1, 0)),
    ("the left edge", Vector3(-1, 0, 0)), ("the right edge", Vector3(1, 0, 0)),
    ("the front", Vector3(0, 0, 1)), ("the back", Vector3(0, 0, -1)),
  ]

  /// The number of readings to request; they take two seconds.
  private static let readings = 40
  /// The minimum number of readings for a verdict.
  private static let leastReadings = 10
  /// The maximum acceptable noise in g: three times the noise of the noisiest chip in the table.
  ///
  /// - Source: MMA8452Q data sheet, 99 to 126 ug/rtHz, 1 mg at 50 Hz; ADXL345, 1.1 LSB of 3.9 mg;
  ///   LIS3DH, 220 ug/rtHz, 2 mg.
  private static let mostNoise = 0.025
  /// The magnitudes, in g, that the recorder's orientation policy accepts as gravity alone.
  private static let validRange = OrientationPolicy().validRange
  private static let lengthLimit =
    "0.8 to 1.2 g: outside this range, the recorder ignores the reading"
  /// The largest angle, in degrees, from straight up at which an edge is clearly up.
  private static let clearDegrees = OrientationPolicy().angleDegrees
}

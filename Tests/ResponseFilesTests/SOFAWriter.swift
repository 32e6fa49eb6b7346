import Boards
import Glibc
import TestSupport

/// The library sofar, in the virtual environment that `PINNA_TEST_VENV` names.
enum SOFAWriter {
  private static let python = getenv("PINNA_TEST_VENV").map { String(cString: $0) + "/bin/python" }

  static let isAvailable =
    python.map { ChildProcess.run([$0, "-c", "import sofar"])?.status == 0 } ?? false

  /// Writes a file of microphones in free air; `receivers` in SOFA's axes, metres.
  static func write(
    _ path: String, receivers: [Vector3], convention: String, rate: Int
  ) -> ChildProcess.Outcome? {
    let places = receivers.flatMap { ["--receiver", "\($0.x)", "\($0.y)", "\($0.z)"] }
    return run(
      "measured_body.py", ["--convention", convention, "--rate", "\(rate)"] + places + [path])
  }

  /// Writes a file of a head, with the options of `measured_head.py` in one line.
  static func writeHead(_ path: String, _ options: String) -> ChildProcess.Outcome? {
    run("measured_head.py", options.split(separator: " ").map(String.init) + [path])
  }

  /// Writes a file of 2014 in the layout of a laboratory, with the responses of another head.
  static func writeHeadOf2014(
    _ path: String, layout: String, head: String
  ) -> ChildProcess.Outcome? {
    run("head_of_2014.py", ["--layout", layout, "--head", head, path])
  }

  private static func run(_ program: String, _ arguments: [String]) -> ChildProcess.Outcome? {
    guard let python else { return nil }
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return ChildProcess.run([python, "/\(root)/Tests/Fixtures/\(program)"] + arguments)
  }
}

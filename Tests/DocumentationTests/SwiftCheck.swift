import Glibc
import TestSupport

/// The type check of a program against the modules that were built for the tests.
struct SwiftCheck {
  private let options: [String]

  /// `nil` where there is no compiler, or where the modules do not lie beside the tests.
  init?() {
    guard let programs = ChildProcess.builtPrograms, access(programs + "/Modules", R_OK) == 0,
      ChildProcess.run(["swiftc", "--version"])?.status == 0
    else { return nil }
    let root = MarkdownFile.root
    let find = [
      "find", root + "/Sources", programs + "/", "-maxdepth", "2", "-name", "module.modulemap",
    ]
    let maps = ChildProcess.run(find)?.output.split(separator: "\n") ?? []
    let folders =
      ChildProcess.run(["find", root + "/Sources", "-maxdepth", "2", "-name", "include"])?.output
      .split(separator: "\n") ?? []
    options =
      ["-I", programs + "/Modules"] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
      + folders.flatMap { ["-Xcc", "-I", "-Xcc", String($0)] }
  }

  /// The complaints about a program; empty when there are none.
  func complaints(of path: String) -> String {
    let words = ["swiftc", "-typecheck", "-swift-version", "6"] + options + [path]
    guard let run = ChildProcess.run(words) else { return "swiftc cannot be run" }
    return run.status == 0 && run.output.isEmpty
      ? "" : run.output + "\n(status \(run.status ?? -1))"
  }

  /// Writes the symbols of a module into a folder, for a compiler of documents; `nil` when that cannot be run.
  func symbols(of module: String, in folder: String) -> ChildProcess.Outcome? {
    let machine = ChildProcess.run(["uname", "-m"])?.output.prefix { !$0.isNewline } ?? ""
    return ChildProcess.run(
      [
        "swift-symbolgraph-extract", "-module-name", module, "-target",
        "\(machine)-unknown-linux-gnu", "-output-dir", folder, "-minimum-access-level", "public",
      ] + options)
  }
}

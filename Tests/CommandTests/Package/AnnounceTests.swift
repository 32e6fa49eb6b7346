import Glibc
import TestSupport
import Testing

@testable import CommandSupport
@testable import LinuxBoard

/// The script that writes the file of Avahi, which another program reads as XML.
@Suite(
  "Recorders in one network are announced by their names",
  .enabled(if: ChildProcess.builtPrograms != nil, "needs the built program"))
struct AnnounceTests {
  private static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
  private static let reader = """
    import sys, xml.etree.ElementTree as tree
    group = tree.parse(sys.argv[1]).getroot()
    name = group.find("name")
    print(name.get("replace-wildcards"), name.text, group.find("service/type").text,
          group.find("service/port").text, *[record.text for record in group.iter("txt-record")], sep="|")
    """

  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let program = try #require(
      realpath((ChildProcess.builtPrograms ?? ".") + "/pinna", nil).map { String(cString: $0) })
    // The program with the settings of the test, and without any recorder.
    let script = """
      #!/bin/sh
      PINNA_CONTROL=\(folder.file("none")) exec \(program) "$@" --config \(folder.file("pinna.toml"))
      """
    try folder.write(Array(script.utf8), to: "pinna")
    try folder.write(Array(Self.reader.utf8), to: "reader.py")
    try #require(chmod(folder.file("pinna"), 0o755) == 0)
  }

  /// The facts of the file once the script has run for some settings.
  private func announced(_ settings: String) throws -> String {
    try folder.write(Array("board = \"phone\"\n\(settings)\n".utf8), to: "pinna.toml")
    let package = Self.root + "/deploy/package"
    let run = try #require(
      ChildProcess.run(
        [
          "sh", "-c",
          "sh \(package)/announce \(package)/pinna-web.avahi \(folder.file("web.service")) && "
            + "/usr/bin/python3 \(folder.file("reader.py")) \(folder.file("web.service"))",
        ], variables: ["PATH": "\(folder.path):/usr/bin:/bin"]))
    #expect(run.status == 0)
    return String(run.output.prefix { !$0.isNewline })
  }

  @Test(
    "with the name and the serial number in the settings; without them, with that of the machine")
  func names() throws {
    #expect(try announced("") == "yes|Pinna on %h|_http._tcp|80")
    #expect(
      try announced("[recorder]\nname = \"oak\"\nserial = \"0042\"")
        == "None|Pinna oak|_http._tcp|80|name=oak|serial=0042")
    #expect(
      try announced(#"[recorder]\#nname = "Tom & <Jerry> \\1 |%h""#)
        == #"None|Pinna Tom & <Jerry> \1 |%h|_http._tcp|80|name=Tom & <Jerry> \1 |%h"#)
    let long = String(repeating: "x", count: 58)
    #expect(
      try announced("[recorder]\nname = \"\(long)\"")
        == "yes|Pinna on %h|_http._tcp|80|name=\(long)")
    #expect(try announced("") == "yes|Pinna on %h|_http._tcp|80")
  }

  @Test("what a person has written into the file stays, and nothing else is left")
  func edited() throws {
    _ = try announced("")
    // As deploy/README.md has it for HTTPS.
    let edit = "sed -i -e 's/_http._tcp/_https._tcp/' -e 's/<port>80</<port>443</' "
    let document = try #require(SmallFile.text(Self.root + "/deploy/README.md"))
    #expect(document.contains(edit + "/etc/avahi/services/pinna-web.service"))
    #expect(ChildProcess.run(["sh", "-c", edit + folder.file("web.service")])?.status == 0)
    let announced = try announced("[recorder]\nname = \"oak\"")
    #expect(announced == "None|Pinna oak|_https._tcp|443|name=oak")
    let left = ChildProcess.run(["ls", folder.path])?.output
    #expect(left == "pinna\npinna.toml\nreader.py\nweb.service\n")
  }
}

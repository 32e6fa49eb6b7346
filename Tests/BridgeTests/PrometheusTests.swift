import TestSupport
import Testing

@testable import Bridge
@testable import Face

@Suite("Figures for Prometheus")
struct PrometheusTests {
  @Test(
    "a figure has its labels, signs of names do no harm, and a recorder that is away has no figures"
  )
  func lines() {
    let text = PrometheusText(BridgeSamples.whole, isUp: true, takes: 3).text
    let labels = "{unit=\"The \\\"old\\\"\u{301} oak\\\\\u{301}\\n\",serial=\"00/42\""
    for line in [
      "pinna_up\(labels)} 1", "pinna_recording\(labels)} 1",
      "pinna_takes_finished_total\(labels)} 3",
      "pinna_take_seconds\(labels)} 61.5", #"pinna_warning\#(labels),code="gaps"} 1"#,
      #"pinna_microphone_peak_decibels\#(labels),microphone="b"} -20.25"#,
      "pinna_battery_ratio\(labels)} 0.8",
      #"pinna_sound_level_decibels\#(labels),weighting="A"} 40.5"#,
      #"pinna_state\#(labels),state="armed"} 0"#, "pinna_storage_free_bytes\(labels)} 8000000000",
      "pinna_mirror_ready\(labels)} 0", "# TYPE pinna_gaps_total counter",
    ] { #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)\n\(text)") }
    #expect(!text.contains("microphone=\"\""))
    let away = PrometheusText(BridgeSamples.whole, isUp: false, takes: 3).text
    #expect(away.contains("pinna_up\(labels)} 0\n") && !away.contains("pinna_recording"))
    #expect(
      PrometheusText(nil, isUp: false, takes: 0).text.contains("pinna_up{unit=\"\",serial=\"\"} 0"))
  }

  @Test("a state has the word of all other surfaces", arguments: RecorderStatus.State.allCases)
  func state(state: RecorderStatus.State) {
    var status = BridgeSamples.whole
    status.state = state
    let lines = PrometheusText(status, isUp: true, takes: 3).text.split(separator: "\n")
    let set = lines.filter { $0.hasPrefix("pinna_state{") && $0.hasSuffix(" 1") }
    #expect(set.count == 1 && set[0].contains("state=\"\(state.rawValue)\""))
  }

  /// The collector of Debian, asked over HTTP; the file is a link, as the document has it.
  private static let script = """
    cd "$1" && mkdir collected && ln -s "$1/pinna.prom" collected/pinna.prom
    port=$(/usr/bin/python3 -c 'import socket
    with socket.create_server(("127.0.0.1", 0)) as one: print(one.getsockname()[1])')
    prometheus-node-exporter --collector.disable-defaults --collector.textfile \
      --collector.textfile.directory="$1/collected" --web.listen-address=127.0.0.1:$port 2>log &
    trap "kill $!" EXIT
    /usr/bin/python3 - $port <<'END'
    import sys, time, urllib.request
    while True:
        try:
            print(urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/metrics").read().decode())
            break
        except OSError:
            time.sleep(0.05)
    END
    """

  @Test(
    "node_exporter reads the file as it is meant",
    .enabled(
      if: ChildProcess.has("prometheus-node-exporter"), "needs prometheus-node-exporter of Debian"),
    arguments: [true, false])
  func collector(isUp: Bool) throws {
    let folder = try TemporaryDirectory()
    let file = PrometheusFile(path: folder.file("pinna.prom"))
    let text = PrometheusText(BridgeSamples.whole, isUp: isUp, takes: 3).text
    // Also over an older one.
    #expect(file.write("pinna_up 7\n") == nil && file.write(text) == nil)
    let read = try #require(ChildProcess.run(["bash", "-c", Self.script, "bash", folder.path]))
      .output
    #expect(read.contains("node_textfile_scrape_error 0\n"), "\(read)")
    // The alert of deploy/bridge.md selects the file by the end of its path.
    #expect(
      read.contains("node_textfile_mtime_seconds{file=\"\(folder.path)/collected/pinna.prom\"}"))
    let figures = Set(read.split(separator: "\n").filter { $0.hasPrefix("pinna_") }.map(Self.facts))
    let written = text.split(separator: "\n").filter { $0.hasPrefix("pinna_") }.map(Self.facts)
    #expect(figures == Set(written) && figures.count == written.count)
    #expect(read.contains("# HELP pinna_up True while the recorder answers."))
  }

  /// A line with its labels in order, and its number as one.
  private static func facts(_ line: Substring) -> [String] {
    let parts = line.split(separator: " ")
    let head = parts.dropLast().joined(separator: " ").split { "{},".contains($0) }
    return head.map(String.init).sorted() + [
      parts.last.flatMap { Double($0) }.map { "\($0)" } ?? ""
    ]
  }

  @Test("a file that cannot be written is told, and nothing is left of it")
  func unwritable() throws {
    let folder = try TemporaryDirectory()
    let problem = PrometheusFile(path: folder.path + "/none/pinna.prom").write("x")
    #expect(problem?.contains("No such file or directory") == true)
    let taken = PrometheusFile(path: folder.path)
    #expect(taken.write("x") != nil)
    #expect(ChildProcess.run(["ls", folder.path + ".part"])?.status != 0)
  }
}

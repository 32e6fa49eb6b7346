import CMosquitto
import Face
import Glibc

/// The program that reports a recorder's state to other systems: the recorder's own program, run under another name.
package enum BridgeProgram {
  /// The name of the program.
  package static let name = "pinna-bridge"

  /// Runs a command line.
  ///
  /// - Parameters:
  ///   - version: the text of `--version`.
  ///   - usual: returns the paths at which a recorder may listen; called only if `--control` is not given.
  /// - Returns: an exit code of sysexits.h.
  package static func run(
    _ words: [String], version: String, usual: () -> [String]
  ) -> Int32 {
    let arguments: BridgeArguments
    do throws(BridgeArguments.Mistake) {
      arguments = try BridgeArguments(words)
    } catch {
      say(error.words)
      return EX_USAGE
    }
    switch arguments.work {
    case .help: print(BridgeArguments.help)
    case .version: print("\(name) \(version)")
    case .bridge: return bridge(arguments, arguments.control.map { [$0] } ?? usual())
    }
    return EX_OK
  }

  private static func bridge(_ arguments: BridgeArguments, _ paths: [String]) -> Int32 {
    let place = BrokerPlace(arguments)
    if let place {
      do throws(BrokerPlace.Mistake) {
        if let warning = try place.check() { say(warning) }
      } catch {
        say(error.words)
        return error.code
      }
      if let fault = pinna_mqtt_load() {
        say("\(String(cString: fault)); install it: sudo apt install libmosquitto1")
        return EX_UNAVAILABLE
      }
    }
    let file = arguments.prometheus.map { PrometheusFile(path: $0) }
    if let problem = file?.write(PrometheusText(nil, isUp: false, takes: 0).text) {
      say(problem)
      return EX_CANTCREAT
    }
    let bridge = Bridge(arguments, broker: place, file: file, recorder: AskedRecorder(paths: paths))
    bridge.run()
    return EX_OK
  }

  /// Writes a line to the standard error.
  static func say(_ words: String) {
    let bytes = Array("\(name): \(words)\n".utf8)
    _ = write(2, bytes, bytes.count)
  }
}

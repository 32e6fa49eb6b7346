// Compiled into VarlinkTests, and by deploy/fuzz in one module with Varlink.
#if !FUZZING
  @testable import Varlink
#endif

/// The properties that any bytes on a connection must have.
struct WireHarness {
  private static let limits = WireLimits(messageBytes: 2000, levels: 8)

  private struct Everything: Decodable {
    var text: String?
    var name: String?
    var number: Int?
    var interval: Double?
  }

  private struct Needed: Decodable { var name: String }

  /// The outcome of a connection: the methods of its calls, and the fault that ended it.
  private struct Outcome: Equatable {
    var calls: [String] = []
    var fault: WireFault?
  }

  /// The first thing that is not as it must be; `nil` when all is well.
  static func problem(with bytes: [UInt8]) -> String? {
    let whole = outcome(of: bytes, pieces: max(1, bytes.count))
    // The end of a message that is too long is seen sooner in pieces, with the same calls before it.
    for pieces in [1, 7, 4096] where outcome(of: bytes, pieces: pieces) != whole {
      return "in pieces of \(pieces) it means something else"
    }
    return nil
  }

  private static func outcome(of bytes: [UInt8], pieces: Int) -> Outcome {
    var buffer = MessageBuffer(limit: limits.messageBytes)
    var outcome = Outcome()
    do throws(WireFault) {
      for start in stride(from: 0, to: bytes.count, by: pieces) {
        buffer.append(bytes[start..<min(bytes.count, start + pieces)])
        while let message = try buffer.next() {
          let call = try VarlinkCall(message, levels: limits.levels)
          outcome.calls.append(call.method)
          look(call)
        }
      }
    } catch {
      outcome.fault = error
    }
    return outcome
  }

  /// Does with a call what a service does.
  private static func look(_ call: VarlinkCall) {
    let service = ServiceDescription(
      vendor: "", product: "", version: "", url: "", interfaces: [])
    _ = service.reply(to: call)
    do throws(VarlinkError) {
      _ = try call.parameters(Everything.self)
      _ = try call.parameters(Needed.self)
    } catch {
      _ = VarlinkReply(error)
    }
  }
}

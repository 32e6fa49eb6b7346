import Testing

@testable import Face

@Suite("Numbers of calls")
struct NumberTests {
  @Test(
    "a number that cannot be is named by its key",
    arguments: [
      ("ListTakes", #"{"limit":1.5}"#, "limit"), ("ListTakes", #"{"limit":1e400}"#, "limit"),
      ("ListTakes", #"{"before":99999999999999999999999}"#, "before"),
      ("ListTakes", #"{"limit":"5"}"#, "limit"), ("GetTake", #"{"number":1e30}"#, "number"),
      ("GetTake", "{}", "number"), ("DeleteTake", #"{"number":0.5,"name":"x"}"#, "number"),
      ("Watch", #"{"interval":1e999}"#, "interval"),
    ])
  func wrong(method: String, parameters: String, key: String) throws {
    let bench = try ControlBench()
    let client = try RawConnection(bench.path)
    bench.turn()
    client.call(method, parameters, more: method == "Watch")
    bench.turn()
    #expect(
      client.messages() == [
        #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"\#(key)"}}"#
      ])
  }
}

import Testing

@testable import Varlink

@Suite("Calls in messages")
struct VarlinkCallTests {
  private struct Name: Decodable, Equatable { var name: String }
  private struct Count: Decodable, Equatable { var count: Int? }

  private func call(_ text: String) throws(WireFault) -> VarlinkCall {
    try VarlinkCall(Array(text.utf8))
  }

  @Test("a call has a method of an interface, and may take more or nothing")
  func head() throws {
    let call = try call(#"{"method":"org.a.b.DoIt","more":true}"#)
    #expect((call.interface, call.name) == ("org.a.b", "DoIt"))
    #expect(call.takesMore && !call.isOneway)
    #expect(try self.call(#"{"method":"a.B","oneway":true}"#).isOneway)
    #expect(try self.call(#"{"method":"Bare"}"#).interface == "")
  }

  @Test("unknown fields and parameters are left aside")
  func unknown() throws {
    let call = try call(
      #"{"later":[1,{"x":null}],"method":"a.B","parameters":{"name":"n","other":{"deep":[]}}}"#)
    #expect(try call.parameters(Name.self) == Name(name: "n"))
  }

  @Test("a parameter that is missing or of another type is named")
  func parameters() throws {
    let texts = [
      #"{"method":"a.B"}"#, #"{"method":"a.B","parameters":{}}"#,
      #"{"method":"a.B","parameters":{"name":7}}"#,
      #"{"method":"a.B","parameters":{"name":null}}"#,
    ]
    for text in texts {
      let call = try call(text)
      #expect(throws: VarlinkError.invalidParameter("name"), "\(text)") {
        try call.parameters(Name.self)
      }
    }
    let fraction = try call(#"{"method":"a.B","parameters":{"count":1.5}}"#)
    #expect(throws: VarlinkError.self) { try fraction.parameters(Count.self) }
    #expect(try call(#"{"method":"a.B"}"#).parameters(Count.self) == Count(count: nil))
  }

  @Test(
    "what is no call is refused",
    arguments: [
      "", "x", "[]", "7", "null", "{", "{}", #"{"method":7}"#, #"{"method":"a.B","more":1}"#,
      #"{"method":"a.B","parameters":[]}"#, #"{"method":"a.B"} x"#, #"{"method":"a.B"}{}"#,
      #"{'method':'a.B'}"#,
    ])
  func noCall(text: String) {
    #expect(throws: WireFault.notMessage) { try call(text) }
  }

  @Test("bytes that are no UTF-8 are refused wherever they are")
  func notText() {
    let broken: [[UInt8]] = [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
    ]
    for bytes in broken {
      let message = Array(#"{"method":"a.B","x":""#.utf8) + bytes + Array(#""}"#.utf8)
      #expect(throws: WireFault.notText) { try VarlinkCall(message) }
    }
    #expect(throws: WireFault.notText) { try VarlinkCall([0xFF, 0xFE] + Array("{}".utf8)) }
  }

  @Test(
    "bare control characters and escapes that JSON does not have are refused before it is parsed",
    arguments: [
      "\u{06}", "\n", "\t", "\u{0}", #"\x"#, #"\u12"#, #"\u12G4"#, #"\uD800"#, #"\uD800x"#,
      #"\uD800\n"#, #"\uD800\u0041"#, #"\uDC00"#, #"\"#,
    ])
  func unsoundStrings(text: String) {
    for message in [#"{"\#(text)":1,"method":"a.B"}"#, #"{"method":"a.B","x":{"y":"\#(text)"}}"#] {
      #expect(throws: WireFault.notSound) { try call(message) }
    }
  }

  @Test("escapes that JSON has are taken, in names and in values")
  func escapes() throws {
    let text = #"\"\\\/\b\f\n\r\t\u0006\u00e9\uD83D\uDE00 é 😀"#
    #expect(throws: Never.self) { try call(#"{"\#(text)":"\#(text)","method":"a.B"}"#) }
  }

  @Test("as many levels as the limit are taken, and one more is refused before it is parsed")
  func depth() throws {
    func nested(_ levels: Int) -> String {
      let inside = levels - 1
      return #"{"method":"a.B","x":"# + String(repeating: "[", count: inside)
        + String(repeating: "]", count: inside) + "}"
    }
    #expect(throws: Never.self) { try call(nested(16)) }
    #expect(throws: WireFault.tooDeep(limit: 16)) { try call(nested(17)) }
    #expect(throws: WireFault.tooDeep(limit: 16)) {
      try call(String(repeating: "[", count: 60_000))
    }
    // Brackets in a text are text, also behind an escaped quote.
    let text = #"{"method":"a.B","x":"\"\\\""# + String(repeating: "[", count: 50) + #""}"#
    #expect(throws: Never.self) { try call(text) }
  }
}

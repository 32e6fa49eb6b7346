import TestSupport
import Testing
import Varlink

@testable import Face

@Suite("The control socket of a recorder")
struct ControlServerTests {
  @Test(
    "a call becomes an order with its peer, and its outcome the reply",
    arguments: [
      ("Start", "{}", ControlOrder.Wish.start), ("Stop", "{}", .stop(waits: false)),
      ("Pause", "{}", .pause(true)),
      ("Resume", "{}", .pause(false)), ("Mark", "{}", .mark(nil)),
      ("Mark", #"{"text":"owl"}"#, .mark("owl")),
      ("SelectSource", #"{"name":"Front"}"#, .select(source: "Front", pattern: nil)),
      ("SelectPattern", #"{"name":"omni"}"#, .select(source: nil, pattern: "omni")),
      ("GetStatus", "{}", .status),
      ("Select", #"{"dataSource":"Front"}"#, .select(source: "Front", pattern: nil)),
      (
        "Select", #"{"dataSource":"Front","pattern":"omni"}"#,
        .select(source: "Front", pattern: "omni")
      ),
      ("DeleteTake", #"{"number":7,"name":"take 7"}"#, .change(.delete(7, name: "take 7"))),
      (
        "EditTake", #"{"number":7,"name":"take 7","title":"dawn"}"#,
        .change(.edit(.titled("dawn")))
      ),
      (
        "TrimTake", #"{"number":7,"name":"take 7","from":1.5,"to":2}"#,
        .change(.trim(.init(.init(7, name: "take 7"), from: 1.5, to: 2)))
      ),
    ])
  func orders(method: String, parameters: String, wish: ControlOrder.Wish) throws {
    let bench = try ControlBench()
    let client = try RawConnection(bench.path)
    bench.turn()
    client.call(method, parameters)
    bench.turn()
    let order = try #require(bench.mailbox.orders().first)
    #expect(order.wish == wish)
    #expect(order.peer.process > 0)
    bench.mailbox.put(.done, for: order)
    bench.turn()
    #expect(client.messages() == [#"{"parameters":{}}"#])
    client.call(method, parameters)
    bench.turn()
    let second = try #require(bench.mailbox.orders().first)
    bench.mailbox.put(.refused(reason: .notArmed, message: "the words"), for: second)
    bench.turn()
    #expect(
      client.messages() == [
        #"{"error":"org.pinna.Recorder.Refused","parameters":{"message":"the words","reason":"notArmed"}}"#
      ])
  }

  @Test("parameters that are missing and methods that are not there are errors, and no orders")
  func mistakes() throws {
    let bench = try ControlBench()
    let client = try RawConnection(bench.path)
    bench.turn()
    let long = String(repeating: "l", count: 2001)
    var calls = [
      ("SelectSource", "{}", "InvalidParameter"), ("Select", "{}", "InvalidParameter"),
      ("Adjust", "{}", "InvalidParameter"), ("Nothing", "{}", "MethodNotFound"),
      ("Watch", "{}", "ExpectedMore"), ("Hold", "{}", "ExpectedMore"),
      ("AwaitPresses", "{}", "ExpectedMore"),
      ("ListTakes", #"{"limit":0}"#, "InvalidParameter"),
      ("ListTakes", #"{"limit":101}"#, "InvalidParameter"),
      ("GetTake", #"{"number":"../x"}"#, "InvalidParameter"),
      ("DeleteTake", #"{"number":7}"#, "InvalidParameter"),
      ("GetDrawing", "{}", "InvalidParameter"),
      ("GetDrawing", #"{"dataSource":"Back","orientation":"up"}"#, "InvalidParameter"),
    ]
    // Nothing to change, a label without a marker, and texts that are too long.
    let edits = [
      "", #","label":"x""#, #","title":"\#(long.prefix(201))""#, #","note":"\#(long)""#,
      #","mark":1,"label":"\#(long.prefix(121))""#,
    ]
    for edit in edits {
      calls.append(("EditTake", #"{"number":7,"name":"take 7"\#(edit)}"#, "InvalidParameter"))
    }
    for (method, parameters, error) in calls {
      client.call(method, parameters)
      bench.turn()
      let replies = client.messages()
      #expect(
        replies.count == 1 && replies[0].contains("org.varlink.service.\(error)"), "\(replies)")
    }
    #expect(bench.mailbox.orders() == [])
  }

  @Test("a take is deleted when the recorder lets it, and by its number and its name")
  func deletion() throws {
    let bench = try ControlBench()
    let client = try RawConnection(bench.path)
    bench.turn()
    for (name, reply) in [("take 7", #"{"parameters":{}}"#), ("take 8", "notDeleted")] {
      client.call("DeleteTake", #"{"number":7,"name":"\#(name)"}"#)
      bench.turn()
      let order = try #require(bench.mailbox.orders().first)
      bench.mailbox.put(.granted(.delete(7, name: name)), for: order)
      bench.turn()
      #expect(client.messages().first?.contains(reply) == true)
    }
  }

  @Test("a drawing is of a case of the board, and of no other")
  func drawing() throws {
    let bench = try ControlBench()
    let client = try RawConnection(bench.path)
    bench.turn()
    client.call("GetDrawing", #"{"dataSource":"Back","orientation":"portrait"}"#)
    bench.turn()
    #expect(client.messages() == [#"{"parameters":{"svg":"<svg>portrait</svg>"}}"#])
    client.call("GetDrawing", #"{"dataSource":"../x"}"#)
    bench.turn()
    #expect(client.messages().first?.contains("noSuchDataSource") == true)
  }

  @Test("a medium that cannot be read has an error, not an empty list, and not a missing take")
  func unreadable() throws {
    let bench = try ControlBench()
    let client = try RawConnection(bench.path)
    bench.turn()
    for (method, parameters) in [("ListTakes", #"{"before":-1}"#), ("GetTake", #"{"number":-1}"#)] {
      client.call(method, parameters)
      bench.turn()
      let reply = try #require(client.messages().first)
      #expect(reply.contains("Refused") && reply.contains(#""reason":"storage""#), "\(reply)")
      #expect(reply.contains("cannot list them"))
    }
  }

  @Test("takes are listed newest first, in pages, and one is found by its number only")
  func takes() throws {
    let bench = try ControlBench()
    let client = try RawConnection(bench.path)
    bench.turn()
    client.call("ListTakes", #"{"before":29,"limit":2}"#)
    bench.turn()
    let list = try #require(client.messages().first)
    #expect(list.contains(#""number":28"#) && list.contains(#""number":27"#))
    #expect(!list.contains(#""number":26"#) && list.contains(#""hasMore":true"#))
    client.call("GetTake", #"{"number":31}"#)
    bench.turn()
    #expect(client.messages().first?.contains("NoSuchTake") == true)
    client.call("GetTake", #"{"number":30}"#)
    bench.turn()
    #expect(client.messages().first?.contains(#""label":"owl""#) == true)
    client.call("GetTake", #"{"number":30,"name":"take 30"}"#)
    bench.turn()
    #expect(client.messages().first?.contains(#""label":"owl""#) == true)
    client.call("GetTake", #"{"number":30,"name":"another"}"#)
    bench.turn()
    #expect(client.messages().first?.contains("there is no take 30 with this name") == true)
  }

  @Test("one who watches gets the newest state at the pace that was asked for")
  func pace() throws {
    let bench = try ControlBench()
    let client = try RawConnection(bench.path)
    bench.turn()
    #expect(!bench.mailbox.isWatched)
    client.call("Watch", #"{"interval":1}"#, more: true)
    bench.turn()
    #expect(bench.mailbox.isWatched)
    for number in 0..<30 {
      bench.now = Double(number) / 10
      bench.mailbox.publish(ControlBench.status("state \(number)."))
      bench.turn()
    }
    let seen = client.messages()
    #expect(seen.count == 3)
    for (message, number) in zip(seen, [0, 10, 20]) {
      #expect(message.contains("state \(number).") && message.contains(#""continues":true"#))
    }
    // The last state is told too, when it is time, although nothing happens any more.
    bench.now = 3
    bench.turn()
    #expect(client.messages().first?.contains("state 29.") == true)
  }

  @Test("one who reads nothing for an hour costs one message, and is told the newest state then")
  func slowReader() throws {
    let bench = try ControlBench()
    let (slow, quick) = (try RawConnection(bench.path), try RawConnection(bench.path))
    bench.turn()
    slow.call("Watch", #"{"interval":0.1}"#, more: true)
    quick.call("Watch", #"{"interval":0.1}"#, more: true)
    bench.turn()
    var told = 0
    for number in 0..<36_000 {
      bench.now = Double(number) * 0.1
      bench.mailbox.publish(ControlBench.status("state \(number)."))
      bench.server.turn(bench.now, waiting: 0)
      if number % 100 == 0 { told += quick.messages().count }
    }
    #expect(told > 300)
    // What the kernel kept for it is old; the next one after that is the newest.
    let old = slow.messages().count
    #expect((1...64).contains(old), "\(old)")
    bench.now += 1
    bench.turn()
    bench.mailbox.publish(ControlBench.status("newest."))
    bench.now += 1
    bench.turn()
    #expect(slow.messages().last?.contains("newest.") == true)
  }

  @Test(
    "a device that was borrowed is given back when its connection ends, whatever came of the wish")
  func hold() throws {
    let bench = try ControlBench()
    var client: RawConnection? = try RawConnection(bench.path)
    bench.turn()
    client?.call("Hold", #"{"by":"check"}"#, more: true)
    bench.turn()
    let order = try #require(bench.mailbox.orders().first)
    #expect(order.wish == .hold(by: "check"))
    bench.mailbox.put(.lent(device: "hw:1"), for: order)
    bench.turn()
    #expect(client?.messages() == [#"{"continues":true,"parameters":{"device":"hw:1"}}"#])
    client = nil
    bench.turn()
    #expect(bench.mailbox.orders().map(\.wish) == [.release])
    // One who is gone before the answer gives back what it may have been given.
    var hasty: RawConnection? = try RawConnection(bench.path)
    bench.turn()
    hasty?.call("Hold", more: true)
    bench.turn()
    hasty = nil
    bench.turn()
    #expect(bench.mailbox.orders().map(\.wish) == [.hold(by: ""), .release])
    _ = (client, hasty)
  }

  @Test("too many orders at once are refused, and a device comes back all the same")
  func busy() throws {
    let bench = try ControlBench()
    let peer = Peer(process: 1, user: 0, group: 0)
    for number in 0..<ControlMailbox.mostOrders {
      let call = VarlinkServer.CallID(connection: number, number: 1)
      #expect(bench.mailbox.put(ControlOrder(call: call, peer: peer, wish: .start)))
    }
    let client = try RawConnection(bench.path)
    bench.turn()
    client.call("Start")
    bench.turn()
    #expect(client.messages() == [#"{"error":"org.pinna.Recorder.Busy","parameters":{}}"#])
    let call = VarlinkServer.CallID(connection: 1, number: 1)
    #expect(bench.mailbox.put(ControlOrder(call: call, peer: peer, wish: .release)))
    #expect(bench.mailbox.orders().count == ControlMailbox.mostOrders + 1)
  }
}

extension RecorderInterface.TakeEdits {
  /// A change of the title of take 7.
  fileprivate static func titled(_ title: String) -> Self {
    var edits = Self(.init(7, name: "take 7"))
    edits.title = title
    return edits
  }
}

import Boards

extension Command {
  /// The command `pinna board wiring`.
  static let boardWiring = Command(
    "wiring", summary: "show which wire goes to which pin of a Raspberry Pi",
    discussion: """
      Shows how the parts, buttons, lights and sensor in a board file are wired to the 40-pin header, which lines the \
      board's overlay, driver or HAT uses, and what to buy and configure. It warns of wiring faults, and then exits \
      with 65. For buttons and lights missing from the file, it suggests free lines. It reads only the file, not the \
      hardware.
      """,
    positionals: [Positional("BOARD", "a board id, or the path of a board file")],
    options: [PictureArgument.option, json],
    examples: [
      .init("pinna board wiring i2s-pair", "a table of pins, and suggested lines"),
      .init("pinna board wiring mine.toml --svg wiring.svg", "a picture to follow while soldering"),
    ]
  ) { arguments, console in
    let plan = WiringPlan(try BoardArgument.load(arguments.positionals[0], console))
    try PictureArgument.write(arguments, console) {
      for warning in plan.warnings { console.note("warning: \(warning)") }
      return WiringPicture(plan: plan).document()
    }
    if arguments.has(json) {
      try console.print(JSONOutput.text(WiringList(plan)))
    } else if !arguments.has(PictureArgument.option) {
      try WiringText(plan: plan, terminal: console.terminal).print(to: console)
    }
    // The table is shown even if there are warnings, because it helps to find the fault.
    return plan.warnings.isEmpty ? .success : .data
  }
}

/// The facts that `pinna board wiring --json` prints.
struct WiringList: Encodable {
  var id: String
  var name: String
  var config: [String]
  var connections: [WiringPlan.Connection]
  var taken: [WiringPlan.Taken]
  var parts: [WiringPlan.Part]
  var shopping: [WiringPlan.Item]
  var warnings: [String]

  init(_ plan: WiringPlan) {
    (id, name) = (plan.board.id, plan.board.name)
    config = plan.config
    (connections, taken, parts) = (plan.connections, plan.taken, plan.parts)
    (shopping, warnings) = (plan.shopping, plan.warnings)
  }
}

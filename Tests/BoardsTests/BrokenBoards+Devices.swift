import Boards

/// Mistakes in sensors, lines and the simulation, and values of a wrong type.
let brokenDevices = [
  BrokenBoard(
    "an unknown chip",
    #""lis3dh""#, #""lis3dhh""#,
    #"56:8: accelerometer.chip: "lis3dhh" is not allowed; "#
      + #"did you mean "lis3dh"? allowed: "#
      + AccelerometerChip.all.map { "\"\($0.name)\"" }.joined(separator: ", ")),
  BrokenBoard(
    "a chip with the registers of another",
    "\"lis3dh\"\nbus = 1\naddress = 0x18", "\"mpu9250\"\nbus = 1\naddress = 0x68",
    #"56:8: accelerometer.chip: "mpu9250" is not allowed; did you mean "mpu6500"? allowed: "#
      + AccelerometerChip.all.map { "\"\($0.name)\"" }.joined(separator: ", ")),
  BrokenBoard(
    "an accelerometer without address",
    "address = 0x18\n", "",
    "55:1: accelerometer.address: is missing; write, for example, address = 0x18"),
  BrokenBoard(
    "a reserved I2C address",
    "address = 0x18", "address = 0x78",
    "58:11: accelerometer.address: is 0x78; I2C addresses are 0x08 to 0x77"),
  BrokenBoard(
    "an address that this chip cannot have",
    "address = 0x18", "address = 0x1D",
    "58:11: accelerometer.address: is 0x1d, which is not a possible address of lis3dh; "
      + "its address can be 0x18 or 0x19"),
  BrokenBoard(
    "a mount with a large entry",
    "[[0, 1, 0], [-1, 0, 0], [0, 0, 1]]", "[[0, 2, 0], [-1, 0, 0], [0, 0, 1]]",
    "59:14: accelerometer.mount: is 2; allowed: -1 to 1"),
  BrokenBoard(
    "a mount with a short row",
    "[[0, 1, 0], [-1, 0, 0], [0, 0, 1]]", "[[0, 1, 0], [-0.5, 0, 0], [0, 0, 1]]",
    "59:21: accelerometer.mount: row 2 has length 0.5; every row of a rotation must have length 1"),
  BrokenBoard(
    "a mount that is not orthogonal",
    "[[0, 1, 0], [-1, 0, 0], [0, 0, 1]]", "[[0, 1, 0], [0, 0.6, 0.8], [0, 0, 1]]",
    "59:21: accelerometer.mount: row 2 is not perpendicular to row 1; "
      + "the rows of a rotation must be perpendicular"),
  BrokenBoard(
    "a mirrored mount",
    "[[0, 1, 0], [-1, 0, 0], [0, 0, 1]]", "[[0, 1, 0], [1, 0, 0], [0, 0, 1]]",
    "59:9: accelerometer.mount: is a mirror image (determinant -1), which no mounting of a chip can produce; "
      + "reverse the sign of one row"),
  BrokenBoard(
    "a mount of two rows",
    "[[0, 1, 0], [-1, 0, 0], [0, 0, 1]]", "[[0, 1, 0], [-1, 0, 0]]",
    "59:9: accelerometer.mount: is an array of 2; an array of 3 rows of 3 numbers is expected"),
  BrokenBoard(
    "a button that is no line",
    "name = \"SOURCE\"\n", "",
    "68:1: buttons.source: names no GPIO line; "
      + #"give a chip's label and a line (chip = "pinctrl-rp1", line = 17), or a line name"#),
  BrokenBoard(
    "a line that is given twice over",
    #"name = "SOURCE""#, "name = \"SOURCE\"\nchip = \"pinctrl-rp1\"\nline = 5",
    "69:8: buttons.source.name: is given together with chip or line; "
      + #"give a chip's label and a line (chip = "pinctrl-rp1", line = 17), or a line name"#),
  BrokenBoard(
    "a line without its chip",
    #"name = "SOURCE""#, "line = 5",
    #"68:1: buttons.source.chip: is missing; write, for example, chip = "pinctrl-rp1""#),
  BrokenBoard(
    "a chip without a line",
    #"name = "SOURCE""#, #"chip = "pinctrl-rp1""#,
    "68:1: buttons.source.line: is missing; write, for example, line = 17"),
  BrokenBoard(
    "a line that two things use",
    "line = 27", "line = 17",
    "73:8: leds.record.line: is already the line of [buttons.record]; give each its own line"),
  BrokenBoard(
    "an absurd line",
    "line = 27", "line = 5000",
    "73:8: leds.record.line: is 5000; allowed: 0 to 1023"),
  BrokenBoard(
    "a wrong bias",
    #""pull-down""#, #""pulldown""#,
    #"65:8: buttons.record.bias: "pulldown" is not allowed; "#
      + #"did you mean "pull-down"? allowed: "pull-up", "pull-down", "disabled", "as-is""#),
  BrokenBoard(
    "an absurd debounce",
    "debounce = 20", "debounce = 5000",
    "66:12: buttons.record.debounce: is 5000 ms; allowed: 0 to 1000 ms"),
  BrokenBoard(
    "a power line that is no line",
    "line = 4\n", "",
    "79:1: power.line: is missing; write, for example, line = 17"),
  BrokenBoard(
    "a power line that a button uses",
    "line = 4\n", "line = 17\n",
    "81:8: power.line: is already the line of [buttons.record]; give each its own line"),
  BrokenBoard(
    "a power line with a wrong bias",
    "line = 4\n", "line = 4\nbias = \"up\"\n",
    #"82:8: power.bias: "up" is not allowed; "#
      + #"allowed: "pull-up", "pull-down", "disabled", "as-is""#),
  BrokenBoard(
    "a power line with an absurd debounce",
    "line = 4\n", "line = 4\ndebounce = -1\n",
    "82:12: power.debounce: is -1 ms; allowed: 0 to 1000 ms"),
  BrokenBoard(
    "absurd noise",
    "noise = -80.0", "noise = 3.0",
    "84:9: simulation.noise: is 3 dBFS(A); allowed: -160 to 0 dBFS(A)"),
  BrokenBoard(
    "an absurd gain error",
    "gain-error = 0.5", "gain-error = 21",
    "85:14: simulation.gain-error: is 21 dB; allowed: 0 to 20 dB"),
  BrokenBoard(
    "an absurd phase error",
    "phase-error = 1.0", "phase-error = -1",
    "86:15: simulation.phase-error: is -1 degrees; allowed: 0 to 90 degrees"),
  BrokenBoard(
    "an absurd position error",
    "position-error = 0.25", "position-error = 11",
    "87:18: simulation.position-error: is 11 mm; allowed: 0 to 10 mm"),
  BrokenBoard(
    "a misspelt computer",
    "[power]", "[header]\nnot-on = [\"pi55\"]\n[power]",
    #"80:11: header.not-on: "pi55" is not allowed; did you mean "pi5"? "#
      + #"allowed: "zero2", "pi3", "pi4", "pi5""#),
  BrokenBoard(
    "a string for a number",
    "gain = -1.5", #"gain = "-1.5 dB""#,
    #"20:8: microphone.gain: is the string "-1.5 dB"; a number is expected"#),
  BrokenBoard(
    "a table for a value",
    "rate = 44100", "rate = { value = 44100 }",
    "9:8: capture.rate: is a table; a whole number is expected"),
  BrokenBoard(
    "text that is not TOML",
    "channels = 4", "channels 4",
    "7:10: Error while parsing key-value pair: expected '=', saw '4'"),
  BrokenBoard(
    "an array of tables for one table",
    "[power]", "[[power]]",
    "79:1: power: is an array of 1; a table, [power], is expected"),
  BrokenBoard(
    "one table for an array of tables",
    "[[data-source]] ... [orientation]", "[data-source]\nname = \"Front\"\n",
    "38:1: data-source: is a table; an array of tables, [[data-source]], is expected"),
]

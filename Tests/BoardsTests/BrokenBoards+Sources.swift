/// Mistakes in data sources and orientation.
let brokenSources = [
  BrokenBoard(
    "no data source",
    "[[data-source]] ... [orientation]", "",
    "1:1: data-source: is missing; add at least one table [[data-source]]"),
  BrokenBoard(
    "a data source name twice",
    #"name = "Back""#, #"name = "front""#,
    #"47:8: data-source.name: is also the name of "Front"; "#
      + "give every data source its own name"),
  BrokenBoard(
    "a face that does not exist",
    #"orientation = "back""#, #"orientation = "rear""#,
    #"48:15: data-source.orientation: "rear" is not allowed; "#
      + #"allowed: "front", "back", "left", "right", "top", "bottom""#),
  BrokenBoard(
    "a data source without forward",
    "forward = [0.0, 0.0, -1.0]\n", "",
    "46:1: data-source.forward: is missing; write, for example, forward = [0.0, 0.0, -1.0]"),
  BrokenBoard(
    "a forward that is zero",
    "forward = [0.0, 0.0, -1.0]", "forward = [0.0, 0.0, 0.0]",
    "49:11: data-source.forward: is zero, which is not a direction; +z is [0.0, 0.0, 1.0]"),
  BrokenBoard(
    "a forward out of another face",
    "forward = [0.0, 0.0, -1.0]", "forward = [0.0, 0.0, 1.0]",
    #"49:11: data-source.forward: looks out of the front, but orientation is "back"; "#
      + #"write forward = [0.0, 0.0, -1.0] or orientation = "front""#),
  BrokenBoard(
    "a forward along the up of a hand-held board",
    "orientation = \"back\"\nforward = [0.0, 0.0, -1.0]",
    "orientation = \"left\"\nforward = [-1.0, 0.0, 0.1]",
    "49:11: data-source.forward: is within 10 degrees of the axis that is up in landscapeLeft; "
      + "left and right are then undefined: a hand-held board looks out of its front or "
      + #"back; for a board that lies still, write [orientation] mode = "fixed" and up"#),
  BrokenBoard(
    "a forward along a fixed up",
    #"mode = "hand-held""#, "mode = \"fixed\"\nup = [0.0, 0.1, -1.0]",
    "42:11: data-source.forward: is within 10 degrees of the axis of orientation.up; "
      + "left and right are then undefined: change forward or up"),
  BrokenBoard(
    "fixed without up",
    #"mode = "hand-held""#, #"mode = "fixed""#,
    "52:1: orientation.up: is missing; write, for example, up = [0.0, 0.0, 1.0]"),
  BrokenBoard(
    "an up that is zero",
    #"mode = "hand-held""#, "mode = \"fixed\"\nup = [0, 0, 0]",
    "54:6: orientation.up: is zero, which is not a direction; +z is [0.0, 0.0, 1.0]"),
  BrokenBoard(
    "an up of a hand-held board",
    #"mode = "hand-held""#, "mode = \"hand-held\"\nup = [0.0, 1.0, 0.0]",
    "54:6: orientation.up: is given for a hand-held board, whose up direction follows from how it "
      + "is held; "
      + #"remove it, or write mode = "fixed""#),
  BrokenBoard(
    "a wrong orientation mode",
    #"mode = "hand-held""#, #"mode = "handheld""#,
    #"53:8: orientation.mode: "handheld" is not allowed; "#
      + #"did you mean "hand-held"? allowed: "hand-held", "fixed""#),
  BrokenBoard(
    "a data source without patterns",
    "patterns = [\"stereo\"]\n", "",
    "46:1: data-source.patterns: is missing; "
      + #"write, for example, patterns = ["omni", "stereo"]"#),
  BrokenBoard(
    "empty patterns",
    #"patterns = ["stereo"]"#, "patterns = []",
    "50:12: data-source.patterns: is empty; "
      + #"write, for example, patterns = ["omni", "stereo"]"#),
  BrokenBoard(
    "a pattern twice",
    #"patterns = ["stereo"]"#, #"patterns = ["stereo", "omni", "stereo"]"#,
    #"50:31: data-source.patterns: names "stereo" twice; remove one"#),
  BrokenBoard(
    "a pattern that does not exist",
    #"patterns = ["stereo"]"#, #"patterns = ["stereo", "cardiod"]"#,
    #"50:23: data-source.patterns: "cardiod" is not allowed; "#
      + #"did you mean "cardioid"? allowed: "omni", "cardioid", "subcardioid", "stereo", "#
      + #""plain", "mid-side", "ambix""#),
  BrokenBoard(
    "stereo with one microphone",
    "[[microphone]]\nname = \"MIC2\" ... [calibration]", "",
    #"38:21: data-source.patterns: "stereo" needs two microphones, and the board has one; "#
      + "remove it"),
  BrokenBoard(
    "a microphone that does not exist",
    #"microphones = ["MIC2"]"#, #"microphones = ["MIC1", "MIC3"]"#,
    #"44:24: data-source.microphones: "MIC3" is not a microphone of this board; "#
      + "the microphones are MIC1, MIC2"),
  BrokenBoard(
    "a microphone twice in a data source",
    #"microphones = ["MIC2"]"#, #"microphones = ["MIC1", "MIC1"]"#,
    #"44:24: data-source.microphones: names "MIC1" twice; remove one"#),
  BrokenBoard(
    "a data source of no microphones",
    #"microphones = ["MIC2"]"#, "microphones = []",
    "44:15: data-source.microphones: is empty; remove the key to use all microphones"),
  BrokenBoard(
    "a location that does not exist",
    #"location = "upper""#, #"location = "middle""#,
    #"41:12: data-source.location: "middle" is not allowed; allowed: "upper", "lower""#),
]

/// Mistakes in the file as a whole, and unknown keys everywhere.
let brokenGeneral = [
  BrokenBoard(
    "a schema of the future",
    "schema = 1", "schema = 2",
    "1:10: schema: is 2; this version of Pinna reads schema 1"),
  BrokenBoard(
    "no schema",
    "schema = 1\n", "",
    "1:1: schema: is missing; write, for example, schema = 1"),
  BrokenBoard(
    "no name",
    "name = \"Test board\"\n", "",
    #"1:1: name: is missing; write, for example, name = "My board""#),
  BrokenBoard(
    "an empty source",
    #""made up for tests""#, #"" ""#,
    "3:10: source: is empty; "
      + #"write, for example, source = "measured with callipers on 2024-05-01""#),
  BrokenBoard(
    "a name of two lines",
    #""Test board""#, #""Test\nboard""#,
    "2:8: name: has line breaks or tabs; write one line of at most 100 bytes"),
  BrokenBoard(
    "a name of more bytes than there is room for",
    "Test board", String(repeating: "\u{E9}", count: 51),
    "2:8: name: is 102 bytes long; "
      + "write a name of at most 100 bytes; letters beyond ASCII need 2 to 4 bytes each"),
  BrokenBoard(
    "an unknown table",
    "[playback]", "[playbak]",
    #"76:2: playbak: is not a known key; did you mean "playback"?"#),
  BrokenBoard(
    "an unknown key of [capture]",
    "period = 128", "perriod = 128",
    #"10:1: capture.perriod: is not a known key; did you mean "period"?"#),
  BrokenBoard(
    "an unknown key of [[microphone]]",
    "tolerance = 0.2", "tolerence = 0.2",
    #"18:1: microphone.tolerence: is not a known key; did you mean "tolerance"?"#),
  BrokenBoard(
    "an unknown key of [calibration]",
    "state =", "stat =",
    #"31:1: calibration.stat: is not a known key; did you mean "state"?"#),
  BrokenBoard(
    "gains that differ by more than any calibration leaves",
    #"state = "calibrated""#, "state = \"calibrated\"\ngain-error = 6.1",
    "32:14: calibration.gain-error: is 6.1 dB; allowed: 0 to 6 dB"),
  BrokenBoard(
    "a negative phase error",
    #"state = "calibrated""#, "state = \"calibrated\"\nphase-error = -1",
    "32:15: calibration.phase-error: is -1 degrees; allowed: 0 to 45 degrees"),
  BrokenBoard(
    "an unknown key of [body]",
    "radius = 40.0", "radius = 40.0\ncolour = 1",
    "37:1: body.colour: is not a known key; known keys: model, radius, responses, size"),
  BrokenBoard(
    "an unknown key of [[data-source]]",
    "location =", "locaton =",
    #"41:1: data-source.locaton: is not a known key; did you mean "location"?"#),
  BrokenBoard(
    "an unknown key of [orientation]",
    #"mode = "hand-held""#, #"moed = "hand-held""#,
    #"53:1: orientation.moed: is not a known key; did you mean "mode"?"#),
  BrokenBoard(
    "an unknown key of [accelerometer]",
    "mount =", "mouth =",
    "59:1: accelerometer.mouth: is not a known key; known keys: address, bus, chip, mount"),
  BrokenBoard(
    "an unknown button",
    "[buttons.source]", "[buttons.sauce]",
    "68:10: buttons.sauce: is not a known key; known keys: lock, marker, record, source"),
  BrokenBoard(
    "an unknown key of a button",
    "debounce = 20", "debonce = 20",
    #"66:1: buttons.record.debonce: is not a known key; did you mean "debounce"?"#),
  BrokenBoard(
    "an unknown light",
    "[leds.record]", "[leds.red]",
    "71:7: leds.red: is not a known key; known keys: record, status"),
  BrokenBoard(
    "an unknown key of a light",
    "line = 27\nactive-low = true", "line = 27\nactivelow = true",
    #"74:1: leds.record.activelow: is not a known key; did you mean "active-low"?"#),
  BrokenBoard(
    "an unknown key of [playback]",
    #"device = "hw:CARD=Headphones,DEV=0""#, "device = \"hw:CARD=Headphones,DEV=0\"\nrate = 1",
    "78:1: playback.rate: is not a known key; known keys: device"),
  BrokenBoard(
    "an unknown key of [power]",
    "line = 4", "line = 4\nlevel = 1",
    "82:1: power.level: is not a known key; "
      + "known keys: active-low, bias, chip, debounce, line, name"),
  BrokenBoard(
    "an unknown key of [simulation]",
    "noise = -80.0", "nois = -80.0",
    #"84:1: simulation.nois: is not a known key; did you mean "noise"?"#),
  BrokenBoard(
    "a misspelt key that must be there",
    "channels = 4", "chanels = 4",
    #"7:1: capture.chanels: is not a known key; did you mean "channels"?"#),
]

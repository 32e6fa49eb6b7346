/// Mistakes in the capture device, microphones and body.
let brokenMicrophones = [
  BrokenBoard(
    "a microphone whose name is too long for the head of a take",
    "\"MIC1\"", "\"" + String(repeating: "m", count: 65) + "\"",
    "15:8: microphone.name: is 65 bytes long; write a name of at most 64 bytes"),
  BrokenBoard(
    "no device",
    "device = \"hw:CARD=seeed4micvoicec,DEV=0\"\n", "",
    "5:1: capture.device: is missing; "
      + #"write, for example, device = "hw:CARD=seeed4micvoicec,DEV=0""#),
  BrokenBoard(
    "an empty device",
    #""hw:CARD=seeed4micvoicec,DEV=0""#, #""""#,
    "6:10: capture.device: is empty; "
      + #"write, for example, device = "hw:CARD=seeed4micvoicec,DEV=0""#),
  BrokenBoard(
    "a card by its number",
    #""hw:CARD=seeed4micvoicec,DEV=0""#, #""hw:1""#,
    #"6:10: capture.device: "hw:1" names the card by a number, which changes from boot to boot; "#
      + #"use its id, such as "hw:CARD=seeed4micvoicec,DEV=0"; `arecord -L` lists the ids"#),
  BrokenBoard(
    "a card by its number, in long form",
    #""hw:CARD=seeed4micvoicec,DEV=0""#, #""plughw:CARD=1,DEV=0""#,
    #"6:10: capture.device: "plughw:CARD=1,DEV=0" names the card by a number, which changes from boot to boot; "#
      + #"use its id, such as "hw:CARD=seeed4micvoicec,DEV=0"; `arecord -L` lists the ids"#),
  BrokenBoard(
    "a playback card by its number",
    #""hw:CARD=Headphones,DEV=0""#, #""hw:0,0""#,
    #"77:10: playback.device: "hw:0,0" names the card by a number, which changes from boot to boot; "#
      + #"use its id, such as "hw:CARD=seeed4micvoicec,DEV=0"; `arecord -L` lists the ids"#),
  BrokenBoard(
    "no channels",
    "channels = 4\n", "",
    "5:1: capture.channels: is missing; write, for example, channels = 4"),
  BrokenBoard(
    "33 channels",
    "channels = 4", "channels = 33",
    "7:12: capture.channels: is 33; allowed: 1 to 32"),
  BrokenBoard(
    "no channel",
    "channels = 4", "channels = 0",
    "7:12: capture.channels: is 0; allowed: 1 to 32"),
  BrokenBoard(
    "a format of another byte order",
    #""S24_LE""#, #""S24_BE""#,
    #"8:10: capture.format: "S24_BE" is not allowed; "#
      + #"did you mean "S24_LE"? allowed: "S32_LE", "S24_LE", "S24_3LE", "S16_LE", "FLOAT_LE""#),
  BrokenBoard(
    "a rate that is too low",
    "44100", "7999",
    "9:8: capture.rate: is 7999 Hz; allowed: 8000 to 192000 Hz"),
  BrokenBoard(
    "a rate that is too high",
    "44100", "192001",
    "9:8: capture.rate: is 192001 Hz; allowed: 8000 to 192000 Hz"),
  BrokenBoard(
    "a rate with a point",
    "44100", "44100.0",
    "9:8: capture.rate: is the number 44100.0; a whole number is expected"),
  BrokenBoard(
    "a period that is too short",
    "period = 128", "period = 8",
    "10:10: capture.period: is 8 frames; allowed: 16 to 8192 frames"),
  BrokenBoard(
    "a period that is too long",
    "period = 128", "period = 16384",
    "10:10: capture.period: is 16384 frames; allowed: 16 to 8192 frames"),
  BrokenBoard(
    "a buffer that is too long",
    "buffer = 250", "buffer = 60000",
    "11:10: capture.buffer: is 60000 ms; allowed: 1 to 5000 ms"),
  BrokenBoard(
    "a buffer shorter than two periods",
    "buffer = 250", "buffer = 5",
    "11:10: capture.buffer: is 5 ms, less than two periods; "
      + "write at least 5.805 ms, preferably 500"),
  BrokenBoard(
    "a mixer value that is a word",
    "= 20 }", #"= "loud" }"#,
    #"12:29: capture.mixer.ADC1 PCM Gain: is the string "loud"; a whole number is expected"#),
  BrokenBoard(
    "a misspelt table of microphones",
    "[[microphone]]", "[[microfone]]",
    #"14:3: microfone: is not a known key; did you mean "microphone"?"#),
  BrokenBoard(
    "no microphone",
    "[[microphone]] ... [calibration]", "",
    "1:1: microphone: is missing; add a table [[microphone]] for every capsule"),
  BrokenBoard(
    "a channel that the device does not have",
    "channel = 3", "channel = 4",
    "27:11: microphone.channel: is 4; the capture device has channels 0 to 3"),
  BrokenBoard(
    "a negative channel",
    "channel = 3", "channel = -1",
    "27:11: microphone.channel: is -1; the capture device has channels 0 to 3"),
  BrokenBoard(
    "a channel twice",
    "channel = 3", "channel = 0",
    #"27:11: microphone.channel: is 0, which is already the channel of "MIC1" in line 16; "#
      + "give every microphone its own channel"),
  BrokenBoard(
    "a microphone name twice",
    #"name = "MIC2""#, #"name = "mic1""#,
    #"26:8: microphone.name: is also the name of "MIC1" in line 15; "#
      + "give every microphone its own name"),
  BrokenBoard(
    "a microphone without a position",
    "position = [28.7, 28.7, 0.0]\n", "",
    "25:1: microphone.position: is missing; write, for example, position = [-28.7, 28.7, 0.0]"),
  BrokenBoard(
    "a position in two dimensions",
    "[28.7, 28.7, 0.0]", "[28.7, 28.7]",
    "28:12: microphone.position: is an array of 2; an array of 3 numbers is expected"),
  BrokenBoard(
    "a position in metres of another planet",
    "[28.7, 28.7, 0.0]", "[2870.0, 28.7, 0.0]",
    "28:13: microphone.position: is 2870 mm; allowed: -1000 to 1000 mm"),
  BrokenBoard(
    "two microphones on one spot",
    "[28.7, 28.7, 0.0]", "[-28.7, 28.3, 0.3]",
    #"28:12: microphone.position: is 0.5 mm from "MIC1" in line 17; "#
      + "two microphones must be at least 1 mm apart (positions are in mm: 0.03 m is 30)"),
  BrokenBoard(
    "an absurd tolerance",
    "tolerance = 0.2", "tolerance = 11",
    "18:13: microphone.tolerance: is 11 mm; allowed: 0 to 10 mm"),
  BrokenBoard(
    "a normal that is zero",
    "normal = [0.0, 0.0, 2.0]", "normal = [0.0, 0.0, 0.0]",
    "19:10: microphone.normal: is zero, which is not a direction; +z is [0.0, 0.0, 1.0]"),
  BrokenBoard(
    "an absurd gain",
    "gain = -1.5", "gain = 41",
    "20:8: microphone.gain: is 41 dB; allowed: -40 to 40 dB"),
  BrokenBoard(
    "an absurd delay",
    "delay = 2.5", "delay = 1001",
    "22:9: microphone.delay: is 1001 microseconds; allowed: -1000 to 1000 microseconds"),
  BrokenBoard(
    "a positive sensitivity",
    "sensitivity = -26.0", "sensitivity = 26.0",
    "23:15: microphone.sensitivity: is 26 dBFS at 94 dB SPL; "
      + "allowed: -120 to 0 dBFS at 94 dB SPL"),
  BrokenBoard(
    "a sensitivity in dBV of a dead microphone",
    "sensitivity = -26.0", "sensitivity = -121",
    "23:15: microphone.sensitivity: is -121 dBFS at 94 dB SPL; "
      + "allowed: -120 to 0 dBFS at 94 dB SPL"),
  BrokenBoard(
    "an infinite gain",
    "gain = -1.5", "gain = -inf",
    "20:8: microphone.gain: is -inf; a finite number is expected"),
  BrokenBoard(
    "a wrong calibration",
    #""calibrated""#, #""done""#,
    #"31:9: calibration.state: "done" is not allowed; allowed: "nominal", "calibrated""#),
  BrokenBoard(
    "a microphone outside the body",
    "size = [65.0, 65.0, 3.0]", "size = [65.0, 53.2, 3.0]",
    "17:20: microphone.position: is 2.1 mm outside the body, which extends from -26.6 to 26.6 mm along y; "
      + "correct position or body.size; at most 2 mm are allowed"),
  BrokenBoard(
    "a body without thickness",
    "size = [65.0, 65.0, 3.0]", "size = [65.0, 65.0, 0.0]",
    "34:21: body.size: is 0 mm; allowed: 0.1 to 2000 mm"),
  BrokenBoard(
    "a body without size",
    "size = [65.0, 65.0, 3.0]\n", "",
    "33:1: body.size: is missing; write, for example, size = [65.0, 65.0, 3.0]"),
  BrokenBoard(
    "a body model that does not exist",
    #""sphere""#, #""spere""#,
    #"35:9: body.model: "spere" is not allowed; "#
      + #"did you mean "sphere"? allowed: "free-field", "sphere", "box", "measured""#),
  BrokenBoard(
    "a sphere without a radius",
    "radius = 40.0\n", "",
    "33:1: body.radius: is missing; write, for example, radius = 40.0"),
  BrokenBoard(
    "a sphere without size",
    "radius = 40.0", "radius = 0.04",
    "36:10: body.radius: is 0.04 mm; allowed: 1 to 1000 mm"),
  BrokenBoard(
    "a diameter as the radius",
    "radius = 40.0", "radius = 81.2",
    #"36:10: body.radius: is 81.2 mm, but "MIC1" is 40.588 mm from the centre of the sphere; "#
      + "write the radius, not the diameter; the distance of a microphone must be two thirds to four thirds of it"
  ),
  BrokenBoard(
    "a microphone at the centre of a sphere",
    "[28.7, 28.7, 0.0]", "[0.0, 0.0, 0.5]",
    "28:12: microphone.position: is the centre of the sphere, which has no direction; "
      + "place it on the surface of the sphere, or choose another body.model"),
  BrokenBoard(
    "a radius of a box",
    #"model = "sphere""#, #"model = "box""#,
    #"36:10: body.radius: is only for model = "sphere", but the model is "box"; "#
      + #"remove it, or write model = "sphere""#),
  BrokenBoard(
    "measured without responses",
    "model = \"sphere\"\nradius = 40.0", #"model = "measured""#,
    #"33:1: body.responses: is missing; write, for example, responses = "phone.sofa""#),
  BrokenBoard(
    "responses of a sphere",
    "radius = 40.0", "radius = 40.0\nresponses = \"a.sofa\"",
    #"37:13: body.responses: is only for model = "measured", but the model is "sphere"; "#
      + #"remove it, or write model = "measured""#),
]

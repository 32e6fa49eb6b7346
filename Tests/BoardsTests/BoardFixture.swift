/// A board file that uses every key there is.
let completeBoard = """
  schema = 1
  name = "Test board"
  source = "made up for tests"

  [capture]
  device = "hw:CARD=seeed4micvoicec,DEV=0"
  channels = 4
  format = "S24_LE"
  rate = 44100
  period = 128
  buffer = 250
  mixer = { "ADC1 PCM Gain" = 20 }

  [[microphone]]
  name = "MIC1"
  channel = 0
  position = [-28.7, 28.7, 0.0]
  tolerance = 0.2
  normal = [0.0, 0.0, 2.0]
  gain = -1.5
  inverted = true
  delay = 2.5
  sensitivity = -26.0

  [[microphone]]
  name = "MIC2"
  channel = 3
  position = [28.7, 28.7, 0.0]

  [calibration]
  state = "calibrated"

  [body]
  size = [65.0, 65.0, 3.0]
  model = "sphere"
  radius = 40.0

  [[data-source]]
  name = "Front"
  orientation = "front"
  location = "upper"
  forward = [0.0, 0.0, 1.0]
  patterns = ["omni", "stereo"]
  microphones = ["MIC2"]

  [[data-source]]
  name = "Back"
  orientation = "back"
  forward = [0.0, 0.0, -1.0]
  patterns = ["stereo"]

  [orientation]
  mode = "hand-held"

  [accelerometer]
  chip = "lis3dh"
  bus = 1
  address = 0x18
  mount = [[0, 1, 0], [-1, 0, 0], [0, 0, 1]]

  [buttons.record]
  chip = "pinctrl-rp1"
  line = 17
  active-low = false
  bias = "pull-down"
  debounce = 20

  [buttons.source]
  name = "SOURCE"

  [leds.record]
  chip = "pinctrl-rp1"
  line = 27
  active-low = true

  [playback]
  device = "hw:CARD=Headphones,DEV=0"

  [power]
  chip = "pinctrl-rp1"
  line = 4

  [simulation]
  noise = -80.0
  gain-error = 0.5
  phase-error = 1.0
  position-error = 0.25
  """

/// A board file with nothing but what must be there.
let smallestBoard = """
  schema = 1
  name = "Small"
  source = "made up for tests"
  [capture]
  device = "hw:CARD=one,DEV=0"
  channels = 2
  [[microphone]]
  name = "L"
  channel = 0
  position = [-30, 0, 0]
  [[microphone]]
  name = "R"
  channel = 1
  position = [30, 0, 0]
  [[data-source]]
  name = "Front"
  orientation = "front"
  forward = [0, 0, 1]
  patterns = ["stereo"]
  """

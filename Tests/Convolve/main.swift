import Glibc
import Realtime

// The filter engine and nothing else, from file to file: what deploy/benchmark compares with other convolvers.
exit(convolve(Array(CommandLine.arguments.dropFirst())))

/// Does what the arguments say; gives the exit code.
func convolve(_ arguments: [String]) -> Int32 {
  if arguments == ["kernel"] {
    KernelComparison.run()
    return 0
  }
  if arguments.count == 5, arguments[0] == "kernel", ["swift", "c"].contains(arguments[1]),
    case let numbers = arguments[2...].compactMap({ Int($0) }), numbers.count == 3,
    (1...32).contains(numbers[0]), numbers[1] > 0
  {
    KernelComparison.run(
      inC: arguments[1] == "c", inputs: numbers[0], taps: numbers[1], blocks: numbers[2])
    return 0
  }
  guard arguments.count == 4, let partition = Int(arguments[0]),
    (32...1024).contains(partition), partition & (partition - 1) == 0
  else {
    print("usage: pinna-convolve PARTITION INPUT FILTERS OUTPUT.wav")
    print("       pinna-convolve kernel      the engine against the same in C")
    print("       pinna-convolve kernel swift|c INPUTS TAPS BLOCKS      one of them, to be counted")
    return 64
  }
  guard let input = SoundFile.reading(arguments[1]) else {
    print("pinna-convolve: cannot read \(arguments[1])")
    return 1
  }
  guard let taps = FilterTaps.read(path: arguments[2], inputs: input.channels) else {
    print("pinna-convolve: \(arguments[2]) does not fit \(input.channels) channels")
    return 1
  }
  let (rate, outputs) = (input.info.samplerate, taps.outputs)
  guard let output = SoundFile.writing(arguments[3], rate: rate, channels: outputs) else {
    print("pinna-convolve: cannot make \(arguments[3])")
    return 1
  }
  var convolution = Convolution(taps, partition: partition)
  guard convolution.run(from: input, to: output) else {
    print("pinna-convolve: cannot write \(arguments[3])")
    return 1
  }
  return 0
}

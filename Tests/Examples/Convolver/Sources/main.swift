// The filter engine alone: 32-bit floats in, filtered ones out; convolver COEFFICIENT ... < in.f32 > out.f32
// The output comes in blocks of 64 frames, as many frames as went in.
import Glibc
import Realtime

let coefficients = CommandLine.arguments.dropFirst().compactMap { Float($0) }
guard !coefficients.isEmpty else {
  let help = "convolver: give the coefficients of the filter, for example 0.5 0.5\n"
  write(2, help, help.utf8.count)
  exit(64)
}
let partition = 64
var engine = FilterEngine(
  FilterTaps(inputs: 1, outputs: 1, taps: coefficients.count, coefficients: coefficients),
  partition: partition)
let stride = engine.inputStride
var samples = [Float](repeating: 0, count: partition)
var input = [Float](repeating: 0, count: partition * stride)
var output = [Float](repeating: 0, count: partition)
let (source, target) = (fdopen(0, "r"), fdopen(1, "w"))
while case let count = fread(&samples, 4, partition, source), count > 0 {
  for frame in 0..<partition { input[frame * stride] = frame < count ? samples[frame] : 0 }
  engine.process(input: input, output: &output)
  guard fwrite(output, 4, count, target) == count else { exit(74) }
}
fflush(target)

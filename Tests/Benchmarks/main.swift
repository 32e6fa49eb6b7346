import Glibc

// Measures what the project promises to be fast: name groups, or run all of them.
// Memory first: what the others leave behind would count.
let benchmarks = [
  memoryBenchmark, designBenchmark, engineBenchmark, stagesBenchmark, renderBenchmark,
  calmBenchmark, filesBenchmark, armedBenchmark, realtimeBenchmark, stereoBenchmark,
  figuresBenchmark,
]
var names = Array(CommandLine.arguments.dropFirst())
var askedSeconds: Double?
if let place = names.firstIndex(of: "--seconds"), place + 1 < names.count,
  let number = Double(names[place + 1]), number > 0
{
  askedSeconds = number
  names.removeSubrange(place...(place + 1))
}

if let unknown = names.first(where: { name in !benchmarks.contains { $0.name == name } }) {
  let isHelp = unknown == "--help" || unknown == "-h"
  if !isHelp { print("pinna-benchmark: there is no benchmark named \(unknown)") }
  print("usage: pinna-benchmark [\(benchmarks.map(\.name).joined(separator: "] ["))] [--seconds N]")
  exit(isHelp ? 0 : 64)
}

#if DEBUG
  print("This is a debug build, several hundred times slower: build with -c release.\n")
#endif
var missed = 0
for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
  print(benchmark.title)
  for table in benchmark.tables(seconds: askedSeconds) {
    print(table.text(isColoured: isatty(STDOUT_FILENO) == 1))
    missed += table.missed
  }
}
if missed > 0 {
  print("\(missed) figures are not what is asked of them.")
  exit(1)
}

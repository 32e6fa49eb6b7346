import Glibc

// Measures what the project promises to be fast: name groups, or run all of them.
// Memory first: what the others leave behind would count.
let benchmarks = [
  memoryBenchmark, designBenchmark, engineBenchmark, stagesBenchmark, renderBenchmark,
  filesBenchmark,
]
let names = CommandLine.arguments.dropFirst()

if let unknown = names.first(where: { name in !benchmarks.contains { $0.name == name } }) {
  let isHelp = unknown == "--help" || unknown == "-h"
  if !isHelp { print("pinna-benchmark: there is no benchmark named \(unknown)") }
  print("usage: pinna-benchmark [\(benchmarks.map(\.name).joined(separator: "] ["))]")
  exit(isHelp ? 0 : 64)
}

#if DEBUG
  print("This is a debug build, several hundred times slower: build with -c release.\n")
#endif
for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
  print(benchmark.title)
  print(benchmark.table().text)
}

// Measures what the project promises to be fast: run a release build, name rows or run all of them.
let benchmarks = [engineBenchmark, renderBenchmark]
let names = CommandLine.arguments.dropFirst()
let unknown = names.filter { name in !benchmarks.contains { $0.name == name } }

if unknown.isEmpty {
  for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
    print(benchmark.title)
    print(benchmark.table().text)
  }
} else {
  print("pinna-benchmark: no benchmark named \(unknown.joined(separator: ", "))")
  print("usage: pinna-benchmark [\(benchmarks.map(\.name).joined(separator: "] ["))]")
  #if DEBUG
    print("build with -c release: debug figures mean nothing")
  #endif
}

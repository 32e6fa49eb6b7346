import Bridge
import CompanionServer
import Glibc

// Of descriptors 0 to 2 that are closed none is left for a take, into which messages would be written.
while case let free = open("/dev/null", O_RDWR), free >= 0, free <= 2 || close(free) != 0 {}
// A reader that closes the output (`pinna board list | head -1`) must not kill a take: instead, writing fails, and
// Program.run ends quietly.
signal(SIGPIPE, SIG_IGN)
// A limit on the size of files (`ulimit -f`) ends a take with an error that names it, instead of the process.
signal(SIGXFSZ, SIG_IGN)
let words = Array(CommandLine.arguments.dropFirst())
// The packages of the page and of the bridge have links to this program.
let version = (number: Version.current.number, text: Version.current.text)
let usual = { ControlPath.usual(.standard()) }
switch CommandLine.arguments.first?.split(separator: "/").last.map(String.init) {
case WebProgram.name: exit(WebProgram.run(words, version: version, usual: usual))
case BridgeProgram.name: exit(BridgeProgram.run(words, version: version.text, usual: usual))
default: break
}
// Commands that close takes first install their own handlers for these signals.
ProgressLine.watch()

exit(Program.pinna.run(words, console: .standard()).rawValue)

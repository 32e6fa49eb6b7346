import Bridge
import CompanionServer
import Glibc

// Opens descriptors 0 to 2 if they are closed, so that no take gets one of them, into which messages would be written.
while case let free = open("/dev/null", O_RDWR), free >= 0, free <= 2 || close(free) != 0 {}
// A reader that closes the output (`pinna board list | head -1`) must not kill a take: writing fails instead, and
// Program.run ends quietly.
signal(SIGPIPE, SIG_IGN)
// A limit on the size of files (`ulimit -f`) ends a take with an error that names it, instead of the process.
signal(SIGXFSZ, SIG_IGN)
let words = Array(CommandLine.arguments.dropFirst())
// The packages of the web page and of the bridge contain links to this program.
let version = (number: Version.current.number, text: Version.current.text)
let usual = { ControlPath.usual(.standard()) }
switch CommandLine.arguments.first?.split(separator: "/").last.map(String.init) {
case WebProgram.name: exit(WebProgram.run(words, version: version, usual: usual))
case BridgeProgram.name: exit(BridgeProgram.run(words, version: version.text, usual: usual))
default: break
}
// Commands that must close takes first install their own handlers for these signals.
ProgressLine.watch()

exit(Program.pinna.run(words, console: .standard()).rawValue)

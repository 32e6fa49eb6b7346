import Companion
import Glibc

// A browser that goes away must not end the program.
signal(SIGPIPE, SIG_IGN)

exit(WebProgram.run(Array(CommandLine.arguments.dropFirst())))

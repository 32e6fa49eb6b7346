#include <errno.h>
#include <mysofa.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// True if libmysofa finishes reading a file, valid or not: on some damaged files it loops forever or reads invalid
// memory. A child process therefore reads the file first, limited to this many seconds of processor time.
static inline int pinna_mysofa_ends(const char *path, unsigned int seconds) {
  pid_t child = fork();
  if (child == 0) {
    const struct rlimit time = {seconds, seconds}, none = {0, 0};
    const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (unsigned int i = 0; i < sizeof faults / sizeof *faults; i++) signal(faults[i], SIG_DFL);
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &time);
    int status;
    mysofa_load(path, &status);
    _exit(0);
  }
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 1;
  return WIFEXITED(status);
}

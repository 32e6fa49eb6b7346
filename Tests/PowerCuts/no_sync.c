/* Loaded before the C library, it makes a system that syncs nothing: a recorder on it must lose takes in power cuts. */

int fsync(int descriptor) {
  (void)descriptor;
  return 0;
}

int fdatasync(int descriptor) {
  (void)descriptor;
  return 0;
}

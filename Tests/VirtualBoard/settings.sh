# The virtual board's settings and the functions that its scripts share. To be sourced, after deploy/packages.sh.
# shellcheck shell=bash disable=SC2154

board_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# The folder for all built files.
board_work=$root/.build/virtual-board
# amd64, or rt-amd64 for the kernel with PREEMPT_RT.
board_flavour=${BOARD_KERNEL:-amd64}
board_kernel=$board_work/kernel
[ "$board_flavour" = amd64 ] || board_kernel=$board_work/kernel-$board_flavour
board_initrd=$board_work/initrd.gz
# Modules that every guest has: the disk, the shared folders, and the file systems of cards.
board_modules=(virtio_pci virtio_blk 9pnet_virtio 9p crc32c_generic ext4 vfat nls_ascii nls_cp437 nls_utf8 exfat)

# missing_for_board: prints what this machine lacks for a virtual board; prints nothing if everything is present.
missing_for_board() {
  if [ "$(uname -s)" != Linux ]; then
    say "a Linux machine"
  elif [ "$(uname -m)" != x86_64 ]; then
    say "an x86-64 machine (this is $(uname -m))"
  elif ! command -v apt-get dpkg-deb >/dev/null; then
    say "Debian's packages (there is no apt-get)"
  fi
}

# kernel_version: the version of the kernel that was unpacked.
kernel_version() { ls "$board_kernel/lib/modules" 2>/dev/null; }

# one_run_at_a_time NAME: stops when another run of NAME uses its folder.
one_run_at_a_time() {
  mkdir -p "$board_work"
  exec 9>"$board_work/$1.lock"
  if ! flock --nonblock 9; then
    say "Another run of this test uses the same folder; try again when it is done."
    exit 75
  fi
}

# begin_preparing, done_preparing: what stands between them, packages, the kernel and the build, is done by one test at
# a time.
begin_preparing() {
  mkdir -p "$board_work"
  exec 8>"$board_work/preparing.lock"
  flock 8
}
done_preparing() { exec 8>&-; }

# Makes the appliance's file system: a small Debian, the package, the modules of the virtual board. To be sourced, after
# settings.sh.
# shellcheck shell=bash disable=SC2154

appliance_work=$root/.build/appliance
# The packages of a small system; the package's dependencies come with the package. alsa-utils plays sound, Python
# operates the devices.
appliance_packages=(systemd-sysv dbus udev kmod e2fsprogs alsa-utils python3)
# Modules for the virtual board, for a USB stick, and for the network card of the browser test.
appliance_modules=("${board_modules[@]}" gpio-sim-combo i2c-stub i2c-dev snd-aloop virtio_rng autofs4
  binfmt_misc xhci_pci usb_storage uas sd_mod virtio_net)

# debian_release: the codename of this machine's Debian.
debian_release() { (. /etc/os-release && printf '%s\n' "${VERSION_CODENAME:-}"); }

# make_base RELEASE: the small system, once; the package's dependencies are kept in it as files.
make_base() {
  local base=$appliance_work/root-$1
  [ -d "$base" ] && return 0
  run_quietly "Making a small system of Debian $1 in ${base#"$root/"} (a minute or two, 300 MB) ..." \
    unpack_debian "$1" "$base" --variant=minbase --skip=cleanup/apt/lists --aptopt='Acquire::Languages "none"' \
    --include="$(joined "${appliance_packages[@]}")"
}

# in_root FOLDER COMMAND...: runs a command in a folder with a system; /proc is mounted for this command only.
in_root() {
  unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec env -u TMPDIR chroot "$0" "$@"' "$@"
}

# apt_in FOLDER OPTION...: runs apt-get in that system without questions.
apt_in() {
  local folder=$1
  shift
  in_root "$folder" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y "$@"
}

# make_the_package RELEASE: makes the package of a release and prints its path.
make_the_package() {
  local target
  case "$1" in
    bookworm) target=12-amd64 ;;
    trixie) target=13-amd64 ;;
  esac
  "$root/deploy/make-package" "$target" >&2 || return
  find "$root/.build/packages" -name "pinna_*+deb${target%-*}_amd64.deb" -printf '%T@ %p\n' |
    sort -n | sed -n '$s/^[^ ]* //p'
}

# fetch_dependencies BASE: what the package beside it needs, into the base's own store, so that it is fetched only once.
fetch_dependencies() {
  apt_in "$1" install --download-only /pinna.deb /pinna-web.deb && return 0
  say "The package's dependencies are looked for anew"
  apt_in "$1" update && apt_in "$1" install --download-only /pinna.deb /pinna-web.deb
}

# install_appliance RELEASE PACKAGE: a fresh copy of the small system with the package in it.
install_appliance() {
  local base=$appliance_work/root-$1 package=$2 target=$appliance_work/root
  cp "$package" "$base/pinna.deb"
  cp "${package/pinna_/pinna-web_}" "$base/pinna-web.deb"
  if ! run_quietly "Fetching what $(basename "$package") depends on ..." fetch_dependencies "$base"; then
    say "Skipped: the appliance in a virtual board (apt finds no dependencies of the package, or no network)"
    exit 0
  fi
  rm -rf "$target"
  cp -a "$base" "$target"
  run_quietly "Installing $(basename "$package") with apt-get ..." \
    apt_in "$target" install /pinna.deb /pinna-web.deb
  rm -f "$target/pinna-web.deb"
  mv "$target/pinna.deb" "$target/opt/pinna.deb"
  # The system downloads nothing more, and lists of all packages would only slow its apt down.
  rm -rf "$base"/pinna{,-web}.deb "$target"/var/cache/apt/{archives/*.deb,*.bin} "$target"/var/lib/apt/lists/*
  [[ "$without" == *" upgrade "* ]] || higher_version "$target/opt"
  install_modules "$target"
}

# higher_version FOLDER: makes the same package with a higher version next to it.
higher_version() {
  local parts
  parts=$(mktemp -d)
  dpkg-deb --raw-extract "$1/pinna.deb" "$parts/package"
  sed -i 's/^Version: .*/&+next/' "$parts/package/DEBIAN/control"
  dpkg-deb --root-owner-group -Znone --build "$parts/package" "$1/pinna-next.deb" >"$parts/log"
  rm -rf "$parts"
}

# install_modules FOLDER: installs only the necessary kernel modules.
install_modules() {
  local version module file
  version=$(kernel_version)
  for module in "${appliance_modules[@]}"; do
    /sbin/modprobe -d "$board_kernel" -S "$version" --show-depends "$module"
  done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r file; do
    install -D -m 644 "$file" "$1/lib/modules/$version/${file#*"/$version/"}"
  done
  cp "$board_kernel/lib/modules/$version"/modules.{order,builtin,builtin.modinfo} "$1/lib/modules/$version/"
  /sbin/depmod -b "$1" "$version"
}

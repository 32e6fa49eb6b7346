# Functions for the scripts of this folder: they report missing packages, install them, and avoid repeated work. Source
# it.
# shellcheck shell=bash

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")

# The libraries that Pinna uses.
library_packages=(libmysofa-dev libsndfile1-dev libdeflate-dev libexpat1-dev libeigen3-dev libtomlplusplus-dev
  libasound2-dev libgpiod-dev libi2c-dev libsamplerate0-dev libebur128-dev
  libmicrohttpd-dev libmosquitto-dev)
# The packages needed to build Pinna. The Swift toolchain itself must already be installed.
build_packages=(g++ pkg-config "${library_packages[@]}" git ca-certificates
  libcurl4 libxml2 libedit2 libsqlite3-0 zlib1g-dev libncurses6 libstdc++-12-dev)
# The voices for the demo and for the tests that check it.
voice_packages=(alsa-utils)
# Further packages for the tests: other readers of sound and pictures, and Python for another simulator.
test_packages=(python3-venv sndfile-programs librsvg2-bin ffmpeg mediainfo flac sox chromium device-tree-compiler
  openssh-client mosquitto mosquitto-clients prometheus-node-exporter python3-jinja2 icecast2 rsync openssl)

# Packages for the virtual board: a kernel in a guest, and the programs that make and check the file systems of cards.
virtual_board_packages=(qemu-system-x86 busybox-static cpio kmod xz-utils e2fsprogs dosfstools exfatprogs
  python3 strace openssl)

# Packages that build a module for its kernel, and packages that play sound and set registers in it.
module_packages=(make gcc bc libelf1 alsa-utils i2c-tools kmod)
# Programs that generate load, and one that measures wake-ups alongside the recorder.
load_packages=(stress-ng rt-tests)

# Other programs that filter files, for comparison.
convolver_packages=(jconvolver brutefir ffmpeg sox python3-venv)

say() { printf '%s\n' "$*"; }

# project_version: prints the version of this tree, for example 1.2.3.
project_version() {
  sed -n 's/^#define PINNA_VERSION "\(.*\)"$/\1/p' "$root/Sources/CVersion/include/CVersion.h"
}

# project_date: prints the commit date of this tree in the format of RFC 5322; the files of a git archive have that
# date.
project_date() {
  if [ -e "$root/.git" ]; then
    git -C "$root" log -1 --format=%cd --date=rfc2822
  else
    LC_ALL=C date --utc --rfc-email --reference="$root/Package.swift"
  fi
}

# project_commit: prints the commit of this tree, with "+" if files were changed since then; fails without git.
project_commit() {
  local commit
  [ -e "$root/.git" ] && commit=$(git -C "$root" rev-parse HEAD 2>/dev/null) || return
  git -C "$root" diff --quiet HEAD 2>/dev/null || commit+=+
  printf '%s\n' "$commit"
}

# project_files: prints the paths of all files of this tree, each followed by a zero byte.
project_files() {
  if [ -e "$root/.git" ]; then
    git -C "$root" ls-files -z
  else
    (cd "$root" && find . \( -name '.build*' -o -name __pycache__ -o -path ./demo \) -prune -o \
      \( -type f -o -type l \) -print0)
  fi
}

# changes VERSION: the text of CHANGELOG.md about a version, or the text about unreleased changes if the version is not
# in it.
changes() {
  awk -v version="$1" '
    /^## / { name = $2; gsub(/[][]/, "", name); next }
    /^\[[^]]*\]: / { next }
    { text[name] = text[name] $0 "\n" }
    END { printf "%s", (version in text) ? text[version] : text["Unreleased"] }' "$root/CHANGELOG.md" |
    sed -e '/./,$!d' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

# The commit that pinna --version prints; in an archive made by git the sources contain it.
PINNA_COMMIT=${PINNA_COMMIT-$(project_commit || true)}
if [ -n "$PINNA_COMMIT" ]; then export PINNA_COMMIT; else unset PINNA_COMMIT; fi

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# joined WORD...: prints the words, separated by commas.
joined() {
  local IFS=,
  printf '%s\n' "$*"
}

# is_installed NAME: succeeds if a Debian package is installed.
is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# apt_get WORD...: runs apt-get without questions. If another program holds one of its locks, as the automatic updates
# of a new system do in its first minutes, it prints a message and waits.
apt_get() {
  local log tries=0
  log=$(mktemp)
  until as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
    apt-get -qq -o DPkg::Lock::Timeout=10 "$@" >"$log" 2>&1 </dev/null; do
    if ! grep -qE 'Could not get lock|Unable to (acquire|lock)' "$log" || [ "$tries" = 120 ]; then
      cat "$log" >&2
      rm -f "$log"
      return 1
    fi
    [ "$tries" -gt 0 ] ||
      say "Waiting for another program that uses apt: $(sed -n 's/.*\(held by process.*\)/\1/p' "$log" | head -1)"
    tries=$((tries + 1))
    sleep 5
  done
  rm -f "$log"
}

# install_packages NAME...: names the missing packages and installs them with apt.
install_packages() {
  local missing=()
  local package
  for package in "$@"; do
    # Debian 13 has libraries with 64-bit time under different names.
    is_installed "$package" || is_installed "${package}t64" || missing+=("$package")
  done
  [ "${#missing[@]}" = 0 ] && return 0
  say "Installing Debian packages: ${missing[*]}"
  apt_get update || say "apt-get update failed; trying with the existing package lists"
  apt_get -y --no-install-recommends install "${missing[@]}" && return 0
  say "These packages could not be installed: ${missing[*]}"
  return 1
}

# need_swift: exits with a message if there is no usable Swift.
need_swift() {
  if ! command -v swift >/dev/null; then
    say "There is no swift on the PATH. Pinna needs Swift 6.0 or newer: on Debian 13 and Raspberry Pi OS 13 run"
    say "'apt install swiftlang', on other systems install the toolchain from swift.org."
    exit 69
  fi
}

# How Pinna is always built: undeclared imports and warnings are errors.
build_flags=(--disable-index-store --explicit-target-dependency-import-check error -Xswiftc -warnings-as-errors)

# The flags for building the tests; the demo and the virtual boards run the programs that were built for the tests.
test_flags=(-c release "${build_flags[@]}" -Xswiftc -enable-testing)

# build_for_tests PRODUCT...: builds the products as deploy/test does, so nothing is built twice. With PINNA_BUILT,
# which deploy/test sets once it has built everything, it builds only missing products.
build_for_tests() {
  local product
  for product in "$@"; do
    if [ -n "${PINNA_BUILT:-}" ] && [ -e ".build/release/$product" -o -e ".build/release/lib$product.so" ]; then
      continue
    fi
    run_quietly "Building $product in release mode (a few minutes the first time) ..." \
      swift build --product "$product" "${test_flags[@]}" || return
  done
}

# The options for building the shipped program, which contains the Swift runtime. All symbols are bound at the start, so
# their table can be read-only afterwards. This needs Swift's own linker: gold, which Swift 6.0.3 uses, makes nothing
# read-only in a program that contains the Swift runtime. The program exports no symbols, because no library loads any
# from it, and its relocations are packed, which saves reading 3 MB at every start.
shipped_product=(--product pinna --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld
  -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro -Xlinker --build-id
  -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs)
shipped_folder=.build-package
# deploy/test only links the program, from the modules that were built for the tests.
[ -z "${PINNA_LINK_ONLY:-}" ] || shipped_folder=.build/linked

# build_shipped: builds the program into that folder.
build_shipped() {
  if [ -n "${PINNA_LINK_ONLY:-}" ]; then
    run_quietly "Linking Pinna with the Swift runtime ..." link_shipped && return 0
    say "Linking from the files that were built for the tests failed, so everything is built again."
  fi
  run_quietly "Building Pinna in release mode (a few minutes the first time) ..." \
    swift build -c release --scratch-path "$shipped_folder" "${shipped_product[@]}" "${build_flags[@]}"
}

# link_shipped: links pinna as SwiftPM links it for the tests, but with the static libraries of the Swift runtime.
# FoundationEssentials needs the last two libraries, but its module requests them only in sources that are compiled for
# static linking.
link_shipped() {
  local command
  build_for_tests pinna || return
  mkdir -p "$shipped_folder/release"
  mapfile -t command < <(python3 - .build/release.yaml "$shipped_folder/release/pinna" "${shipped_product[@]}" <<'END'
import json, re, sys
with open(sys.argv[1]) as file:
    command = re.search(r'^  "C\.pinna-[a-z0-9_]+-unknown-linux-gnu[a-z]*-release\.exe":\n'
                        r'(?:    .*\n)*?    args: (\[.*\])$',
                        file.read(), re.M)
words = json.loads(command.group(1))
words[words.index("-o") + 1] = sys.argv[2]
rpath = words.index("-rpath=$ORIGIN")
del words[rpath - 1:rpath + 1]
for option, value in zip(sys.argv[3:], sys.argv[4:]):
    if option == "-Xlinker":
        words += [option, value]
    elif option == "-Xswiftc":
        words.append(value)
print("\n".join([words[0], "-static-stdlib", *words[1:], "-l_FoundationCollections", "-l_FoundationCShims"]))
END
  )
  [ "${#command[@]}" -gt 0 ] && "${command[@]}"
}

# run_quietly TITLE COMMAND...: shows the command's output only if it fails.
run_quietly() {
  local title=$1 log
  shift
  log=$(mktemp)
  say "$title"
  if "$@" >"$log" 2>&1; then
    rm -f "$log"
  else
    local code=$?
    cat "$log"
    rm -f "$log"
    return "$code"
  fi
}

# install_convolver_python: installs NumPy and SciPy in a separate environment, for the comparison of convolvers.
convolver_python=.build/venv-benchmark/bin/python
install_convolver_python() {
  "$convolver_python" -c 'import scipy' 2>/dev/null && return 0
  say "Installing Python packages into .build/venv-benchmark: numpy, scipy"
  python3 -m venv .build/venv-benchmark
  .build/venv-benchmark/bin/pip -q install numpy scipy
}

# unpack_debian RELEASE FOLDER OPTION...: makes a folder with packages of a Debian release; needs root.
unpack_debian() {
  local release=$1 folder=$2 mirror
  shift 2
  install_packages mmdebstrap debian-archive-keyring arch-test
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | sed -n 1p)
  rm -rf "$folder" "$folder.part"
  mkdir -p "$(dirname "$folder")"
  mmdebstrap --quiet --mode=root --aptopt='APT::Install-Recommends "false"' "$@" "$release" "$folder.part" \
    "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main" &&
    mv "$folder.part" "$folder"
}

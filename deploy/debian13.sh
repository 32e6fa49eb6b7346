# Functions for building and testing in a folder that contains Debian 13 and its Swift 6.0.3, natively and for arm64.
# Source it after packages.sh.
# shellcheck shell=bash disable=SC2154

# make_debian13: makes a folder with Debian 13 and its Swift 6.0.3; fails if packages are not available.
debian13=$root/.build/debian13
make_debian13() {
  # An existing folder may lack a library that was added later, and may not contain the sources yet.
  [ ! -d "$debian13" ] || { mkdir -p "$debian13/src/pinna" && install_in_debian13 "${library_packages[@]}"; return; }
  local packages=(ca-certificates swiftlang g++ git pkg-config "${library_packages[@]}" "${voice_packages[@]}")
  run_quietly "Making a Debian 13 folder with Swift 6.0.3 in .build/debian13 (a few minutes, 4 GB) ..." \
    unpack_debian trixie "$debian13" --variant=apt --include="$(joined "${packages[@]}")"
}

# need_debian13: makes the folder, or prints why it cannot, and fails.
need_debian13() {
  if [ "$(uname -m)" != x86_64 ]; then
    say "Skipped: Debian 13 in a folder (available on x86-64 only)"
  elif [ "$(id -u)" != 0 ]; then
    say "Skipped: Debian 13 in a folder (making it needs root)"
  elif ! make_debian13; then
    say "Skipped: Debian 13 in a folder (Debian's packages are not available)"
  else
    return 0
  fi
  return 1
}

# copy_to_debian13: copies the current sources to /src/pinna in that folder, and keeps the builds there.
copy_to_debian13() {
  rm -rf "$debian13/src/pinna/"[!.]*
  mkdir -p "$debian13/src/pinna"
  project_files | tar --null -T - -cf - | tar -C "$debian13/src/pinna" -xf -
}

# in_debian13 COMMAND...: runs a command in /src/pinna of that folder. For this command only, /proc, through which Swift
# finds its libraries, and the machine's devices, including terminals, are mounted.
in_debian13() {
  unshare --mount sh -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
    exec env -u TMPDIR chroot "$0" sh -c "cd /src/pinna && exec \"\$0\" \"\$@\"" "$@"' \
    "$debian13" "$@"
}

# install_in_debian13 NAME...: installs packages with apt in that folder, which may have packages of both architectures.
install_in_debian13() {
  local missing
  missing=$(in_debian13 dpkg-query -W -f='${Package}:${Architecture} ${db:Status-Status}\n' 2>/dev/null |
    awk -v wanted="$*" '$2 == "installed" { there[$1] = 1 }
      END { n = split(wanted, names, " "); for (i = 1; i <= n; i++) { name = names[i]
        if (!((name in there) || (name ":amd64" in there) || (name ":all" in there))) printf "%s ", name } }')
  [ -z "$missing" ] && return 0
  run_quietly "Installing in .build/debian13: $missing" in_debian13 sh -c \
    'dpkg --add-architecture arm64 && apt-get -qq update &&
      DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "$@"' \
    sh $missing
}

sysroot=$debian13/sysroot-arm64

# make_sysroot: unpacks the libraries for building arm64 programs; the libraries themselves never run.
make_sysroot() {
  local packages=(base-files libc6-dev libstdc++-14-dev swiftlang libswiftlang "${library_packages[@]}")
  # The packages are only unpacked, so the folder is made anew if their list changes.
  [ "$(cat "$sysroot/packages" 2>/dev/null)" = "${packages[*]}" ] && return 0
  run_quietly "Unpacking the arm64 libraries in .build/debian13/sysroot-arm64 (a few minutes, 2 GB) ..." \
    unpack_debian trixie "$sysroot" --variant=extract --architectures=arm64 \
    --include="$(joined "${packages[@]}")" || return
  # Compilers that run on arm64 are not needed.
  rm -rf "$sysroot/usr/libexec/swift/bin" "$sysroot"/usr/libexec/swift/lib/lib{lldb,LTO,sourcekitdInProc}*
  printf '%s\n' "${packages[*]}" >"$sysroot/packages"
}

# describe_sysroot: tells Swift where these libraries are.
describe_sysroot() {
  local sdk=$debian13/swift-sdks/arm64.artifactbundle
  mkdir -p "$sdk/arm64"
  cat >"$sdk/info.json" <<'END'
{ "schemaVersion": "1.0", "artifacts": { "arm64": { "type": "swiftSDK", "version": "6.0.3",
  "variants": [ { "path": "arm64", "supportedTriples": ["x86_64-pc-linux-gnu", "x86_64-unknown-linux-gnu"] } ] } } }
END
  cat >"$sdk/arm64/swift-sdk.json" <<'END'
{ "schemaVersion": "4.0", "targetTriples": { "aarch64-unknown-linux-gnu": {
  "sdkRootPath": "/sysroot-arm64",
  "swiftResourcesPath": "/sysroot-arm64/usr/libexec/swift/lib/swift",
  "swiftStaticResourcesPath": "/sysroot-arm64/usr/libexec/swift/lib/swift_static",
  "toolsetPaths": ["toolset.json"] } } }
END
  # Code for a shared library needs these flags, which SwiftPM passes only if it does not cross-compile.
  cat >"$sdk/arm64/toolset.json" <<'END'
{ "schemaVersion": "1.0", "swiftCompiler": { "extraCLIOptions": ["-use-ld=lld"] },
  "cCompiler": { "extraCLIOptions": ["-fPIC"] }, "cxxCompiler": { "extraCLIOptions": ["-fPIC"] } }
END
}

# make_emulator: unpacks an emulator that accepts plugins. Debian 13's emulator does not, so the function takes Debian
# 12's, with the libraries of that release.
make_emulator() {
  [ -x "$debian13/qemu/qemu-aarch64" ] && return 0
  run_quietly "Unpacking Debian 12's qemu-user in .build/debian13/qemu ..." \
    unpack_debian bookworm "$debian13/qemu" --variant=extract --include=qemu-user || return
  cat >"$debian13/qemu/qemu-aarch64" <<'END'
#!/bin/sh
qemu=$(dirname "$0")
exec "$qemu/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2" \
  --library-path "$qemu/lib/x86_64-linux-gnu:$qemu/usr/lib/x86_64-linux-gnu" "$qemu/usr/bin/qemu-aarch64" "$@"
END
  chmod +x "$debian13/qemu/qemu-aarch64"
}

# need_debian13_arm64: adds to that folder everything that builds programs for arm64 and runs them; prints a message and
# fails if it is not available.
need_debian13_arm64() {
  need_debian13 && make_sysroot && make_emulator && describe_sysroot && return 0
  say "Skipped: arm64 (Debian's packages are not available)"
  return 1
}

# cross_build PART FOLDER OPTION...: builds a part of the package into a folder of /src/pinna.
cross_build() {
  local what=$1 scratch=$2
  shift 2
  copy_to_debian13
  run_quietly "Building $what for arm64 with Swift 6.0.3 ..." \
    in_debian13 env PKG_CONFIG_PATH=/sysroot-arm64/usr/lib/aarch64-linux-gnu/pkgconfig \
    PKG_CONFIG_SYSROOT_DIR=/sysroot-arm64 \
    swift build -c release --swift-sdks-path /swift-sdks --swift-sdk arm64 --scratch-path "$scratch" \
    "${build_flags[@]}" "$@"
}

# emulated PROGRAM ARGUMENT...: runs a program for arm64; its path is relative to /src/pinna.
emulated() {
  in_debian13 /qemu/qemu-aarch64 -L /sysroot-arm64 \
    -E LD_LIBRARY_PATH=/sysroot-arm64/usr/libexec/swift/lib/swift/linux "$@"
}

# emulate_arm64: lets the kernel start programs for arm64 with QEMU, until this script ends.
emulate_arm64() {
  local formats=/proc/sys/fs/binfmt_misc
  [ -e "$formats/pinna-arm64" ] || [ -e "$formats/qemu-aarch64" ] && return 0
  install_packages qemu-user-static
  [ -e "$formats/qemu-aarch64" ] && return 0
  [ -e "$formats/register" ] || mount -t binfmt_misc binfmt_misc "$formats" 2>/dev/null || return 1
  # The first bytes of a program for arm64. F: the kernel opens the emulator now, so that it works in any root.
  local magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
  local mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
  echo ":pinna-arm64:M::$magic:$mask:/usr/bin/qemu-aarch64-static:F" >"$formats/register" || return 1
  trap 'echo -1 >/proc/sys/fs/binfmt_misc/pinna-arm64' EXIT
}

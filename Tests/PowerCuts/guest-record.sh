#!/bin/sh
# Runs in a guest: records onto all disks in parallel, in real time, with marks after the file systems.
#
# The argument is a file with one line for each recorder: NAME DEVICE FILE-SYSTEM, and DEVICE FILE-SYSTEM of a second
# medium if it has one, after a first line with the offset of the marks, the program that keeps the guest's time steady,
# and the recorder's arguments.
read -r marks steady recorder board designs format <"$1"
python3 -B "$steady" &
steady=$!
sed 1d "$1" >/run/disks
# place DEVICE FILE-SYSTEM: mounts a disk in a folder of its own.
place() {
  mkdir -p "/run/disk/${1##*/}" && mount -t "$2" -o noatime "$1" "/run/disk/${1##*/}"
}
while read -r name device kind second its_kind; do
  place "$device" "$kind" || exit 1
  [ -z "$second" ] || place "$second" "$its_kind" || exit 1
done </run/disks
[ -e /run/out/no_sync.so ] && preload=/run/out/no_sync.so
running=
while read -r name device kind second its_kind; do
  LD_PRELOAD=${preload:-} "$recorder" "$board" "$designs" "/run/disk/${device##*/}" "$format" "$device" "$marks" \
    ${second:+"/run/disk/${second##*/}" "$second"} >"/run/out/$name.takes" &
  running="$running $!"
done </run/disks
code=0
for process in $running; do wait "$process" || code=1; done
# Lossy encoders give different bytes on different processors, so the guest provides the expected bytes.
case "$format" in
  opus | m4a)
    mkdir -p /run/reference /run/out/reference
    "$recorder" "$board" "$designs" /run/reference "$format" >/run/out/reference.takes || code=1
    cp /run/reference/*.* /run/out/reference/ || code=1
    ;;
esac
kill "$steady"
exit "$code"

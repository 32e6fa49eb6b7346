#!/bin/sh
# In a guest: records onto every disk at once, in real time, with marks behind the file systems.
#
# The argument is a file with one line for each disk: DEVICE FILE-SYSTEM, after a first line with the offset of the
# marks, the program that keeps the guest's time steady, and the recorder's arguments.
read -r marks steady recorder board designs format <"$1"
python3 -B "$steady" &
steady=$!
sed 1d "$1" >/run/disks
while read -r device kind; do
  mkdir -p "/run/disk/$kind"
  mount -t "$kind" -o noatime "$device" "/run/disk/$kind" || exit 1
done </run/disks
[ -e /run/out/no_sync.so ] && preload=/run/out/no_sync.so
running=
while read -r device kind; do
  LD_PRELOAD=${preload:-} "$recorder" "$board" "$designs" "/run/disk/$kind" "$format" "$device" "$marks" \
    >"/run/out/$kind.takes" &
  running="$running $!"
done </run/disks
code=0
for process in $running; do wait "$process" || code=1; done
# Encoders that lose something give other bytes on other processors, so the guest says what they should be.
case "$format" in
  opus | m4a)
    mkdir -p /run/reference /run/out/reference
    "$recorder" "$board" "$designs" /run/reference "$format" >/run/out/reference.takes || code=1
    cp /run/reference/*.* /run/out/reference/ || code=1
    ;;
esac
kill "$steady"
exit "$code"

#!/bin/sh
# In a guest: mounts disks after a power cut, recovers their takes and hands the files out.
#
# Reads lines "NUMBER DEVICE FILE-SYSTEM" from the second serial port, and answers each with "NUMBER RESULT": the files
# are in /run/out/NUMBER then. The argument is the program that recovers takes.
pinna=$1
mkdir -p /run/takes
stty raw -echo </dev/ttyS1
exec 3<>/dev/ttyS1
echo ready >&3
while read -r number device kind <&3; do
  [ "$number" = end ] && break
  result=ok
  blockdev --flushbufs "$device"
  if mount -t "$kind" -o noatime "$device" /run/takes; then
    "$pinna" takes recover /run/takes >"/run/out/$number.recover" 2>&1 || result="recover $?"
    mkdir "/run/out/$number"
    find /run/takes -type f -exec cp {} "/run/out/$number/" \; || result=${result#ok}" copy"
    umount /run/takes || result=${result#ok}" umount"
  else
    result=mount
  fi
  echo "$number $result" >&3
done

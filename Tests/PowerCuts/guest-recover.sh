#!/bin/sh
# Runs in a guest: mounts disks after a power cut, recovers and verifies their takes, and returns the files.
#
# Reads lines "NUMBER DEVICE FILE-SYSTEM" from the second serial port, and answers each with "NUMBER RESULT": the last
# disk holds an archive of the files then, which is several times quicker than a shared folder. The argument is the
# program that recovers takes.
pinna=$1
for device in /dev/vd?; do archive=$device; done
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
    "$pinna" takes verify /run/takes >"/run/out/$number.verify" 2>&1 || result=${result#ok}" verify $?"
    tar -C /run/takes --exclude=lost+found --record-size=1M -cf "$archive" . || result=${result#ok}" archive"
    umount /run/takes || result=${result#ok}" umount"
  else
    result=mount
  fi
  echo "$number $result" >&3
done

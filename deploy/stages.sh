# Functions that run the stages of a test and say how long each of them took. To be sourced, after packages.sh.
# shellcheck shell=bash disable=SC2154

stage_notes=$(mktemp -d)
trap 'rm -rf "$stage_notes"' EXIT

# stage NAME COMMAND...: runs a command or a function, and notes its minutes and whether it passed. It always succeeds:
# what comes after a stage that failed says whether it needs it.
stage() {
  local name=$1 began=$EPOCHREALTIME result
  shift
  set +e
  (
    set -e
    trap 'times >"$stage_notes/$name.times"' EXIT
    "$@"
  )
  result=$?
  set -e
  note_stage "$name" "$began" "$result"
}

# note_stage NAME BEGAN RESULT: a line in the table, which is said too.
note_stage() {
  local line
  line=$(awk -v name="$1" -v began="$2" -v ended="$EPOCHREALTIME" -v result="$3" '
    { for (i = 1; i <= NF; i++) { split($i, part, /[ms]/); processor += part[1] + part[2] / 60 } }
    END { printf "  %-16s %6.1f min, %6.1f min of processor, %s\n", name, (ended - began) / 60, processor,
      result == 0 ? "passed" : "FAILED" }' "$stage_notes/$1.times")
  [ "$3" = 0 ] || : >"$stage_notes/$1.failed"
  printf '%s\n' "$line" >>"$stage_notes/table"
  say "$line"
}

# tell_at_end: keeps its input, to be said once more below the table, where no other output hides it.
tell_at_end() { cat >>"$stage_notes/told"; }

# passed NAME: whether that stage did.
passed() { [ ! -e "$stage_notes/$1.failed" ]; }

# end_stages: says the table, and ends the script; with a failure if a stage failed.
end_stages() {
  say ""
  say "Stages:"
  cat "$stage_notes/table"
  awk -v wall="$SECONDS" '{ for (i = 2; i <= NF; i++) if ($i == "of") processor += $(i - 2) }
    END { printf "  %-16s %6.1f min, %6.1f min of processor\n", "together", wall / 60, processor }' "$stage_notes/table"
  [ ! -s "$stage_notes/told" ] || { say ""; cat "$stage_notes/told" >&2; }
  compgen -G "$stage_notes/*.failed" >/dev/null && exit 1
  exit 0
}

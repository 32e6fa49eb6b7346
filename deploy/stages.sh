# Functions that run the stages of a test and print how long each of them took. Source it after packages.sh.
# shellcheck shell=bash disable=SC2154

stage_notes=$(mktemp -d)
trap 'rm -rf "$stage_notes"' EXIT

# stage NAME COMMAND...: runs a command or a function, and notes its minutes and its result. It always succeeds: a later
# stage decides whether it needs one that failed.
stage() {
  local stage_began=$EPOCHREALTIME stage_result
  local stage_note=$stage_notes/$1
  set +e
  (
    # The path is expanded here, because a function of the command may have variables with the same names.
    # shellcheck disable=SC2064
    trap "times >'$stage_note.times'" EXIT
    set -e
    shift
    "$@"
  )
  stage_result=$?
  set -e
  note_stage "$1" "$stage_began" "$stage_result"
}

# note_stage NAME BEGAN RESULT: adds a line to the table and prints it. A stage may write its own CPU time if other
# processes did its work.
note_stage() {
  local line
  line=$(cat "$stage_notes/$1.times" 2>/dev/null | awk -v name="$1" -v began="$2" -v ended="$EPOCHREALTIME" \
    -v result="$3" '
    { for (i = 1; i <= NF; i++) { split($i, part, /[ms]/); processor += part[1] + part[2] / 60 } }
    END { printf "  %-16s %6.1f min, %6.1f min of CPU time, %s\n", name, (ended - began) / 60, processor,
      result == 0 ? "passed" : "FAILED" }')
  [ "$3" = 0 ] || : >"$stage_notes/$1.failed"
  printf '%s\n' "$line" >>"$stage_notes/table"
  say "$line"
}

# tell_at_end: keeps its input and prints it again below the table, where no other output hides it.
tell_at_end() { cat >>"$stage_notes/told"; }

# passed NAME: succeeds if that stage passed.
passed() { [ ! -e "$stage_notes/$1.failed" ]; }

# end_stages [GOAL]: prints the table and ends the script, with a failure if a stage failed. A last line warns if the
# stages together used over 15 % more minutes of CPU time than GOAL, because tests grow unnoticed.
end_stages() {
  say ""
  say "Stages:"
  cat "$stage_notes/table"
  [ ! -s "$stage_notes/told" ] || { say ""; cat "$stage_notes/told" >&2; }
  awk -v wall="$SECONDS" -v goal="${1:-0}" '
    { for (i = 2; i <= NF; i++) if ($i == "of") processor += $(i - 2) }
    END {
      printf "  %-16s %6.1f min, %6.1f min of CPU time\n", "together", wall / 60, processor
      if (goal > 0 && processor > 1.15 * goal)
        printf "Warning: %.0f %% more CPU time than the goal of %s min; Tests/README.md lists the costs.\n",
          100 * (processor / goal - 1), goal
    }' "$stage_notes/table"
  compgen -G "$stage_notes/*.failed" >/dev/null && exit 1
  exit 0
}

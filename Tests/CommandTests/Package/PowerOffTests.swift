import Glibc
import TestSupport
import Testing

@testable import CommandSupport

/// `deploy/package/power-off`, with a folder in the place of the kernel's clocks and with programs that only note.
@Suite("Powering off between takes") struct PowerOffTests {
  private static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }

  /// Runs the script; gives its status, whether it powered off, and the alarm that was set, in seconds from now.
  ///
  /// - Parameters:
  ///   - seconds: from now to the time that the recorder asks for.
  ///   - ahead: seconds by which the clock chip is ahead of the system; `nil` for a system without one.
  ///   - units: the state (SubState) of each unit that is not dead; an empty one for a systemd that does not answer.
  ///   - user: who is logged in.
  ///   - isDeaf: true for a clock that takes no alarm.
  ///   - isWithdrawn: true if the recorder is woken while the script runs.
  private func run(
    in seconds: Int, ahead: Int? = 0, units: [String: String] = [:], user: String = "",
    isDeaf: Bool = false, isWithdrawn: Bool = false
  ) throws -> (status: String, isOff: Bool, alarm: Int?) {
    let folder = try TemporaryDirectory()
    let place = folder.path
    let states = units.map { "  'show -P SubState \($0).service') echo \($1) ;;" }
      .joined(separator: "\n")
    let shell = """
      cd \(place) && mkdir answers clocks programs && now=$(date +%s)
      if [ -n "\(ahead.map { "\($0)" } ?? "")" ]; then
        mkdir clocks/rtc0 && echo $((now + \(ahead ?? 0))) > clocks/rtc0/since_epoch
        \(isDeaf ? "ln -s /dev/null" : "touch") clocks/rtc0/wakealarm
      fi
      cat > programs/systemctl << 'END'
      #!/bin/sh
      case "$*" in
        poweroff) touch \(place)/off ;;
      \(states)
        'show -P SubState 'pinna-*.service) echo dead ;;
        *) exit 1 ;;
      esac
      END
      printf '#!/bin/sh\\nprintf "%%s" "\(user)"\\n' > programs/who
      \(isWithdrawn ? "echo rm \(place)/request >> programs/who" : "")
      chmod +x programs/*
      sed -e 's,/run/pinna/sleep-request,\(place)/request,' -e 's,/run/pinna-sleep,\(place)/answers,' \
        -e 's,/sys/class/rtc$,\(place)/clocks,' -e 's,PATH=,PATH=\(place)/programs:,' \
        \(Self.root)/deploy/package/power-off > script
      echo $((now + \(seconds))) > request
      sh script > /dev/null 2>&1; echo $?
      cat answers/status; [ -e off ] && echo off || echo on
      [ -s clocks/rtc0/wakealarm ] && echo $(($(cat clocks/rtc0/wakealarm) - now)) || echo none
      """
    let output = try #require(ChildProcess.run(["sh", "-c", shell])).output
    let lines = output.split(separator: "\n").map(String.init)
    try #require(lines.count == 4, "\(output)")
    #expect(lines[0] == "0")
    return (lines[1], lines[2] == "off", Int(lines[3]))
  }

  @Test("the alarm is set, read back, and the system powers off; a clock chip keeps its own time")
  func powersOff() throws {
    for ahead in [0, 40, -30] {
      let run = try run(in: 3600, ahead: ahead)
      #expect(run.isOff && run.status.hasPrefix("done powering off until "))
      // Some seconds may pass between the lines if the computer is busy, but not the 40 of a clock that is ahead.
      let alarm = try #require(run.alarm)
      #expect((3570...3600).contains(alarm - ahead))
    }
    // A month is the furthest alarm.
    let alarm = try #require(try run(in: 40 * 86400).alarm)
    #expect(abs(alarm - 30 * 86400) < 60)
  }

  @Test(
    "a unit that failed, or that waits for its next attempt, does not keep the system on",
    arguments: ["dead", "failed", "auto-restart", "auto-restart-queued"])
  func rests(state: String) throws {
    #expect(try run(in: 3600, units: ["pinna-after": state]).isOff)
  }

  @Test("nothing is powered off that no alarm starts again, or that is at work")
  func staysOn() throws {
    let refusals = [
      (try run(in: 60), "too soon"), (try run(in: -5), "too soon"),
      (try run(in: 3600, ahead: nil), "no clock chip with an alarm"),
      (try run(in: 3600, ahead: 7200), "s ahead of the system's clock"),
      (try run(in: 3600, ahead: -86400), "hwclock --systohc"),
      (try run(in: 3600, isDeaf: true), "rtc0 does not accept an alarm"),
      // A oneshot unit at work is in "start", or in "stop-post" at the end.
      (try run(in: 3600, units: ["pinna-copy": "start"]), "pinna-copy.service is running"),
      (try run(in: 3600, units: ["pinna-copy": "stop-post"]), "pinna-copy.service is running"),
      (try run(in: 3600, units: ["pinna-after": "start"]), "pinna-after.service is running"),
      (try run(in: 3600, units: ["pinna-wifi": "running"]), "pinna-wifi.service is running"),
      (try run(in: 3600, units: ["pinna-copy": ""]), "pinna-copy.service is running"),
      (try run(in: 3600, user: "anna tty1"), "a user is logged in: anna"),
      (try run(in: 3600, isWithdrawn: true), "the recorder has been woken"),
    ]
    for (run, words) in refusals {
      #expect(!run.isOff && run.status.hasPrefix("failed "), "\(words)")
      #expect(run.status.contains(words), "\(run.status)")
    }
  }
}

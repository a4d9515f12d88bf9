import { CLEARED, commandWord } from "../agents/formats/command-line.ts";
import type { RuntimePlace } from "../agents/formats/runtime-place.ts";

/** The paths and contents of the scripts that agents start. */
export function launchersOf(place: RuntimePlace): readonly (readonly [file: string, script: string])[] {
  if (place.platform !== "win32") return [[place.launcher, shellScript(place)]];
  return [
    [place.launcher, batchFile(place, Object.keys(CLEARED))],
    [place.talker, batchFile(place, [])],
  ];
}

/**
 * The launcher for POSIX shells. If its Node was removed, it uses the `node` on PATH, since without a Node every event
 * would pass unguarded. Where a program to ask a resident was built, that one is started first; if this system cannot
 * start it, the event goes to Node. Like the plugin's launcher, the script waits for the program and refuses the event
 * if the program crashes.
 */
function shellScript({ node, script, asker, residents, platform }: RuntimePlace): string {
  const [program, ask, folder] = [script, asker, residents].map((path) => commandWord(path, platform));
  return [
    "#!/bin/sh",
    "# Started by agents; written by snapveil install.",
    `export ${Object.keys(CLEARED)
      .map((name) => `${name}=`)
      .join(" ")}`,
    `node=${commandWord(node, platform)}`,
    '[ -x "$node" ] || node=node',
    '[ "$1" = hook ] && shift', // plugins pass `hook` as the first word
    `set -- "$node" ${program} hook "$@"`,
    "asks=",
    `[ -x ${ask} ] && asks=1 && set -- ${ask} ${folder} "$@"`, // asks a resident, or becomes the program
    "exec 3<&0", // a background program gets no standard input by default
    "run() {",
    '  "$@" <&3 3<&- &',
    "  child=$!",
    '  wait "$child"',
    "  status=$?",
    "}",
    `trap 'kill "$child" 2>/dev/null' HUP INT TERM`,
    'run "$@"',
    // A program for another processor or another C library: it has read nothing of the event.
    'case $asks$status in 112[67]) shift 2 && run "$@" ;; esac',
    "# The program ends with 0, 1 or 2. Many agents take any other end for consent.",
    '[ "$status" -gt 2 ] || exit "$status"',
    'echo "snapveil ended unexpectedly ($status), so it lets nothing through. Run snapveil doctor." >&2',
    "# A refusal at the end of a turn would make some agents go on for ever.",
    "case $(cat) in",
    `  *'"tool_name"'* | *'"toolName"'* | *'"prompt"'*) exit 2 ;;`,
    `  *'Stop"'* | *'"stop'* | *'AfterAgent"'* | *'essionEnd"'*) exit 1 ;;`,
    "esac",
    "exit 2",
    "",
  ].join("\n");
}

/**
 * The launcher for Windows. cmd runs it, whatever shell starts it, and cmd decodes non-ASCII letters with the machine's
 * code page. So the launcher finds the program by a relative path; if Node's path has non-ASCII letters, Node is
 * searched on PATH.
 */
function batchFile({ node }: RuntimePlace, cleared: readonly string[]): string {
  return [
    "@echo off",
    "rem Started by agents; written by snapveil install.",
    "setlocal DisableDelayedExpansion",
    ...cleared.map((name) => `set "${name}="`),
    `set "node=${node.replaceAll("%", "%%")}"`,
    // Given the bare name, cmd would look for Node in the project's folder first.
    'if not exist "%node%" for %%I in (node.exe) do set "node=%%~$PATH:I"',
    '"%node%" "%~dp0current\\snapveil.cjs" hook %*',
    'set "status=%ERRORLEVEL%"',
    "if %status% GTR 2 goto broken",
    "if %status% LSS 0 goto broken",
    "exit /b %status%",
    ":broken",
    "echo snapveil ended unexpectedly (%status%), so it lets nothing through. Run snapveil doctor. 1>&2",
    "exit /b 2",
    "",
  ].join("\r\n");
}

import { CLEARED, commandWord } from "../agents/formats/command-line.ts";
import type { RuntimePlace } from "../agents/formats/runtime-place.ts";

/** The scripts that agents start: each with its content. */
export function launchersOf(place: RuntimePlace): readonly (readonly [file: string, script: string])[] {
  if (place.platform !== "win32") return [[place.launcher, shellScript(place)]];
  return [
    [place.launcher, batchFile(place, Object.keys(CLEARED))],
    [place.talker, batchFile(place, [])],
  ];
}

/** Falls back to whatever `node` there is: a hook that does not start lets everything through. */
function shellScript({ node, script, platform }: RuntimePlace): string {
  return [
    "#!/bin/sh",
    "# Started by agents; written by snapveil install.",
    `export ${Object.keys(CLEARED)
      .map((name) => `${name}=`)
      .join(" ")}`,
    `node=${commandWord(node, platform)}`,
    '[ -x "$node" ] || node=node',
    '[ "$1" = hook ] && shift', // plugins say it themselves
    `exec "$node" ${commandWord(script, platform)} hook "$@"`,
    "",
  ].join("\n");
}

/**
 * The same for Windows, on which cmd reads it whatever shell starts it. It names the program by its own place, since
 * cmd reads other than ASCII letters by the code page of the machine; a Node in a folder with such letters is then
 * looked for on PATH.
 */
function batchFile({ node }: RuntimePlace, cleared: readonly string[]): string {
  return [
    "@echo off",
    "rem Started by agents; written by snapveil install.",
    "setlocal DisableDelayedExpansion",
    ...cleared.map((name) => `set "${name}="`),
    `set "node=${node.replaceAll("%", "%%")}"`,
    // Not by its bare name, which cmd looks for in the project first.
    'if not exist "%node%" for %%I in (node.exe) do set "node=%%~$PATH:I"',
    '"%node%" "%~dp0current\\snapveil.cjs" hook %*',
    "exit /b %ERRORLEVEL%",
    "",
  ].join("\r\n");
}

import { makeFolder } from "../kit/files.ts";
import type { RuntimePlace } from "../agents/formats/runtime-place.ts";
import { launchersOf } from "./launchers.ts";
import { writeProgram } from "./stage-runtime.ts";

/**
 * Replaces the launchers by scripts that do nothing. Running sessions start the removed hooks until they read the
 * agent's settings again, and some agents take a missing program for a refusal of every call.
 */
export function leaveLaunchers(place: RuntimePlace, pid: number): void {
  makeFolder(place.folder);
  const isWindows = place.platform === "win32";
  const script = isWindows
    ? "@echo off\r\nrem snapveil was uninstalled. Sessions that began before still start this.\r\nexit /b 0\r\n"
    : "#!/bin/sh\n# snapveil was uninstalled. Sessions that began before still start this.\nexit 0\n";
  for (const [file] of launchersOf(place)) writeProgram(file, script, pid);
}

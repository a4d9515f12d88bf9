import { describe, expect, test } from "vitest";

import { showProgress } from "../../../bin/progress.ts";
import type { Io } from "../../../kit/io.ts";

function terminal(isTerminal: boolean) {
  let now = 0;
  let said = "";
  const io = { now: () => new Date(now), writeStderr: (text: string) => void (said += text) } as unknown as Io;
  const progress = showProgress(io, isTerminal);
  return { progress, at: (time: number) => void (now = time), said: () => said };
}

describe("showProgress", () => {
  test("keeps quiet for half a second, then draws one line and takes it away", () => {
    const { progress, at, said } = terminal(true);
    at(400);
    progress.report(1e6, 10e6);
    expect(said()).toBe("");
    at(1000);
    progress.report(5e6, 20e6);
    at(1010);
    progress.report(6e6, 20e6);
    expect(said()).toBe("\r━━━━━━────────────────── 25 % · 5.0 MB of 20 MB · 5.0 MB/s · 3 s left\u001b[K");
    progress.end();
    expect(said()).toMatch(/\r\u001b\[K$/);
  });

  test("says no more than it knows where the whole is not known", () => {
    const { progress, at, said } = terminal(true);
    at(2000);
    progress.report(30e6, 0);
    expect(said()).toBe("\r30 MB searched · 15 MB/s\u001b[K");
  });

  test("writes nothing where standard error is no terminal", () => {
    const { progress, at, said } = terminal(false);
    at(5000);
    progress.report(1e6, 2e6);
    progress.end();
    expect(said()).toBe("");
  });
});

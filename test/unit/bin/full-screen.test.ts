import { PassThrough } from "node:stream";

import { afterEach, expect, test, vi } from "vitest";

import { withFullScreen } from "../../../bin/full-screen.ts";
import type { Key } from "../../../terminal/picker/screen.ts";

afterEach(() => void vi.restoreAllMocks());

/** A terminal in the place of the process's own, and what becomes of it. */
function terminal() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (isRaw: boolean) => modes.push(isRaw) });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 20, rows: 5 });
  vi.spyOn(process, "stdin", "get").mockReturnValue(input as unknown as typeof process.stdin);
  vi.spyOn(process, "stdout", "get").mockReturnValue(output as unknown as typeof process.stdout);
  return { modes, input, written: () => String(output.read() ?? "") };
}

test.each(["ends", "fails"])("keys come one by one while the work lasts, and lines again when it %s", async (how) => {
  const { modes, written } = terminal();
  const listeners = process.listenerCount("exit");
  const work = withFullScreen(async () => {
    expect(modes).toEqual([true]);
    expect(written()).toContain("\u001b[?1049h\u001b[?25l");
    if (how === "fails") throw new Error("broken");
    return "done";
  });
  await (how === "fails" ? expect(work).rejects.toThrow("broken") : expect(work).resolves.toBe("done"));
  expect(modes).toEqual([true, false]);
  expect(written()).toContain("\u001b[?25h\u001b[?1049l");
  expect(process.listenerCount("exit")).toBe(listeners);
});

test("a pasted text is its letters, and its line ends are no Enter key", async () => {
  const { input } = terminal();
  const pressed: Key[] = [];
  await withFullScreen(async (screen) => {
    screen.listen({ key: (key) => void pressed.push(key), resize() {} });
    input.write("\u001b[200~a\rb\u001b[201~\r");
    await vi.waitFor(() => expect(pressed).toHaveLength(3));
  });
  expect(pressed.map(({ name, text }) => text ?? name)).toEqual(["a", "b", "return"]);
});

import { afterEach, expect, test, vi } from "vitest";

import { loadTables } from "../../../redactors/load-tables.ts";
import { locate } from "../../../redactors/locate.ts";

afterEach(() => vi.restoreAllMocks());

test("a Node whose buffers lack the undocumented method sees the same", async () => {
  const text = `${"é – ".repeat(9000)}password = "${["Zk3vQ9mB7x", "T2pLw8"].join("")}" `;
  const seen = locate(text, loadTables());
  expect(seen.hits.length).toBeGreaterThan(0);
  const prototype = Buffer.prototype as Buffer & { latin1Write?: unknown };
  // Today's `write` calls that very method.
  const write = vi.spyOn(prototype, "write").mockImplementation(function (this: Buffer, part: string, from: unknown) {
    for (let at = 0; at < part.length; at += 1) this[Number(from) + at] = part.charCodeAt(at);
    return part.length;
  });
  const method = Object.getOwnPropertyDescriptor(prototype, "latin1Write")!;
  delete prototype.latin1Write;
  vi.resetModules();
  try {
    const { locate: locateThen } = await import("../../../redactors/locate.ts");
    expect(locateThen(text, loadTables())).toEqual(seen);
    expect(write).toHaveBeenCalled();
  } finally {
    Object.defineProperty(prototype, "latin1Write", method);
  }
});

import { expect, test } from "vitest";

import type { Checkpoint } from "../../../shadow-repo/journal/checkpoint.ts";
import { PLAIN } from "../../../terminal/display.ts";
import { undoScreen } from "../../../terminal/picker/pick.ts";
import type { Key } from "../../../terminal/picker/screen.ts";

const TITLES = [
  "Fix the queue and the square of it, for every list",
  "Add a voucher to the cart, and to the invoice too",
];
const checkpoints = TITLES.map(
  (title, index): Checkpoint => ({
    id: `0000000${index}`,
    index,
    session_id: "s",
    scope: "turn",
    title,
    created_at: "2026-01-10T12:00:00Z",
    before: "a",
    after: "b",
    files: [{ path: "src/a/long/name.ts", status: "modified" }],
  }),
);
const screen = () =>
  undoScreen({
    style: PLAIN,
    now: new Date("2026-01-10T12:05:00Z"),
    checkpoints,
    reveal: { isOn: false },
    show: async () => ({ files: [], patch: "" }),
  });
const key = (text: string): Key => ({ name: text === "escape" ? text : text, ctrl: false, shift: false, text });

test.each<[typed: string, result: "back" | undefined, filter: string]>([
  ["q", "back", ""],
  ["/q", undefined, "q"],
  ["eq", undefined, "eq"],
  ["/quq", undefined, "quq"],
])("typed %j: the result is %j, and the filter %j", (typed, result, filter) => {
  const list = screen();
  const results = [...typed].map((letter) => list.press(key(letter)));
  expect(results.at(-1)).toBe(result);
  if (result === undefined) expect(list.view(120, 20)[1]).toContain(`filter: ${filter}`);
});

test.each([80, 120])("in %i columns a title has the room of file names, which the preview shows", (columns) => {
  const rows = screen()
    .view(columns, 20)
    .filter((line) => /^. {1,}[❯ ]*0000000/.test(line) || line.includes("0000000"));
  expect(rows).toHaveLength(2);
  for (const [at, row] of rows.entries()) expect(row).toContain(TITLES[at]!.slice(0, columns === 80 ? 40 : 24));
  expect(rows.join("\n").split("│")[0]).not.toContain("name.ts");
});

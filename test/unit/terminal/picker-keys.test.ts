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

test("the last line names the keys that hold now: with a filter, q is a letter and escape clears it", () => {
  const list = screen();
  const last = () => list.view(120, 20).at(-1)!;
  expect(last()).toMatch(/q leaves.*\? all keys/);
  list.press(key("e"));
  expect(last()).toMatch(/^escape: no filter · /);
  expect(last()).not.toContain("q leaves");
  list.press(key("escape"));
  expect(last()).toContain("q leaves");
  list.press(key("/"));
  expect(last()).toBe("type a filter · escape leaves · ? all keys");
});

test.each([80, 120])("in %i columns ? tells every key, also while a filter stands, until the next key", (columns) => {
  const list = screen();
  list.press(key("x"));
  list.press(key("?"));
  const told = list.view(columns, 24);
  expect(told[1]).toContain("filter: x");
  for (const hint of ["escape: no filter", "enter: files", "ctrl r: secrets", "ctrl c: leave, and change nothing"])
    expect(told.slice(2, -1).some((line) => line.includes(hint))).toBe(true);
  list.press(key("?"));
  expect(list.view(columns, 24).join("\n")).not.toContain("ctrl c: leave");
});

test.each(["q", "escape"])("%s leaves the help, and then the list", (leave) => {
  const list = screen();
  list.press(key("?"));
  expect(list.press(key(leave))).toBeUndefined();
  expect(list.view(80, 24).join("\n")).not.toContain("ctrl c: leave");
  expect(list.press(key(leave))).toBe("back");
});

test.each([80, 120])("in %i columns a title has the room of file names, which the preview shows", (columns) => {
  const rows = screen()
    .view(columns, 20)
    .filter((line) => /^. {1,}[❯ ]*0000000/.test(line) || line.includes("0000000"));
  expect(rows).toHaveLength(2);
  for (const [at, row] of rows.entries()) expect(row).toContain(TITLES[at]!.slice(0, columns === 80 ? 40 : 20));
  expect(rows.join("\n").split("│")[0]).not.toContain("name.ts");
});

test("the title counts the turns that go along although the filter hides these", () => {
  const list = screen();
  for (const letter of "voucher") list.press(key(letter));
  expect(list.view(120, 20)[0]).toMatch(/^Undo 2 turns, 1 of which the filter hides +1 of 2$/);
  for (const letter of "xx") list.press(key(letter));
  expect(list.view(120, 20)[0]).toMatch(/^Undo nothing +0 of 2$/);
  for (const name of ["escape", "escape"]) list.press(key(name));
  expect(screen().view(120, 20)[0]).toMatch(/^Undo the last turn +2$/);
});

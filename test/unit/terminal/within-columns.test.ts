import { describe, expect, test } from "vitest";

import { fitMiddle, widthOf, withinColumns, withTilde, wrapped } from "../../../terminal/text-width.ts";

const TEXT = [
  "Dialect: Claude Code (claude-code). The payload says so: tool_use_id, permission_mode, hook_event_name.",
  "",
  "  block_destructive on pre_tool_use: refuses it, because a branch that others work on would be written anew.",
  "checkpoints  keeps one hundred of them, each for fourteen days  (~/.config/mine.jsonc)",

  "",
].join("\n");
const words = (text: string) => text.split(/\s+/).join(" ");

describe("a text within columns", () => {
  test.each([120, 80, 60, 40, 30])("is no wider than %i columns, and says all of it", (columns) => {
    const shown = withinColumns(TEXT, { columns });
    const long = shown.split("\n").filter((line) => widthOf(line) > columns);
    expect(long).toEqual([]);
    expect(words(shown)).toBe(words(TEXT));
  });

  test("goes on below the second column of a line, or else further in than the line", () => {
    expect(withinColumns("Guards   one refused, three asked about", { columns: 30 })).toBe(
      "Guards   one refused, three\n         asked about",
    );
    expect(withinColumns("  a sentence of several words", { columns: 24 })).toBe("  a sentence of\n    several words");
  });

  test("is left as it is for a reader without a width", () => {
    expect(withinColumns(TEXT, { columns: Infinity })).toBe(TEXT);
  });
});

describe("a command in a message", () => {
  const WIDTHS = Array.from({ length: 60 }, (_, at) => at + 10);

  test.each([
    ["in backquotes", "One of its calls alone: `snapveil undo --step 3f2a9c1b src/app.ts`, and no other."],
    ["behind a colon", "The first step is left as it is. To put it back: git stash store -m 'wip on main' 3f2a9c1b"],
    ["before another sentence", "If all is well: git stash drop 'stash@{0}'. To get it back: git stash pop -q"],
    ["with a placeholder", "One entry in full is told by snapveil explain ID, and all by snapveil log -n 500."],
  ])("stays whole %s, at every width", (_, sentence) => {
    const commands = sentence.match(
      /(?<=`)snapveil [^`]+|(?<=: )git stash (?:store .*|drop '.*'|pop -q)|snapveil explain ID|snapveil log -n/g,
    )!;
    for (const columns of WIDTHS)
      for (const command of commands)
        expect(wrapped(sentence, columns).filter((line) => line.includes(command))).toHaveLength(1);
  });

  test("is told from an error, which begins with the program's name", () => {
    const error = "snapveil: snapveil off is for a person, and an agent started this. Nothing was changed.";
    expect(wrapped(error, 60)[0]).toBe("snapveil: snapveil off is for a person, and an agent started");
  });

  test("stays whole on a line of its own", () => {
    const text = "The way back to the state before it:\n  snapveil restore 3f2a9c1b src/one.ts src/two.ts src/three.ts";
    expect(withinColumns(text, { columns: 40 })).toBe(text);
  });
});

describe("a path at a terminal", () => {
  test.each([
    ["~/.local/share/snapveil/snapshot/6b6b37915b7c", 80, "~/.local/share/snapveil/snapshot/6b6b37915b7c"],
    ["~/.local/share/snapveil/snapshot/6b6b37915b7c", 42, "~/…/share/snapveil/snapshot/6b6b37915b7c"],
    ["~/.local/share/snapveil/snapshot/6b6b37915b7c", 26, "~/…/snapshot/6b6b37915b7c"],
    ["/srv/one/two/three/name.ts", 18, "/srv/one/…/name.ts"],
    ["a-folder/b-folder/a-long-name.ts", 12, "…ong-name.ts"],
    ["one-long-name.ts", 8, "…name.ts"],
  ])("%s is shortened in its middle to %i columns", (path, columns, shown) => {
    expect(fitMiddle(path, columns)).toBe(shown);
    expect(widthOf(shown)).toBeLessThanOrEqual(columns);
  });

  test.each([
    ["State is kept in /home/ann/.local.", "State is kept in ~/.local."],
    ["Copy of /home/ann/a: /home/ann/b", "Copy of ~/a: ~/b"],
    ["type `ls /home/ann`, or see /home/ann.", "type `ls ~`, or see ~."],
    ["/home/anna/x and /srv/home/ann/x", "/home/anna/x and /srv/home/ann/x"],
    [`git apply '/home/ann/a b' "/home/ann/c"`, `git apply '/home/ann/a b' "/home/ann/c"`],
  ])("%s has ~ for the home folder where a shell reads it", (text, shown) => {
    expect(withTilde(text, "/home/ann")).toBe(shown);
    expect(withTilde(text, undefined)).toBe(text);
    expect(withinColumns(text, { columns: 100, home: "/home/ann" })).toBe(shown);
  });
});

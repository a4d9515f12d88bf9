import { describe, expect, test } from "vitest";

import { widthOf, withinColumns } from "../../../terminal/text-width.ts";

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

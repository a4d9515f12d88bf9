import { describe, expect, test } from "vitest";

import { fitHelp } from "../../../terminal/help-text.ts";
import { widthOf } from "../../../terminal/text-width.ts";

const HELP = [
  "Usage: snapveil frob [options]",
  "",
  "One sentence that is told here in more words than a line of forty takes.",
  "A second one, which goes on behind it.",
  "",
  "Options:",
  "  --loud  say what is done, and say it in more words than fit",
  "",
  "Examples:",
  "  snapveil frob --with-an-option --and-another --and-a-third",
  "  snapveil frob --with-a-value=VALUE     the command and what it does",
  "",
].join("\n");

describe("the help of a command", () => {
  test("fits the columns: prose by paragraphs, descriptions below themselves, and no command is cut", () => {
    expect(fitHelp(HELP, 40)).toBe(
      [
        "Usage: snapveil frob [options]",
        "",
        "One sentence that is told here in more",
        "words than a line of forty takes. A",
        "second one, which goes on behind it.",
        "",
        "Options:",
        "  --loud  say what is done, and say it",
        "          in more words than fit",
        "",
        "Examples:",
        "  snapveil frob --with-an-option --and-another --and-a-third",
        "  snapveil frob --with-a-value=VALUE",
        "      the command and what it does",
        "",
      ].join("\n"),
    );
  });

  test("stays as it is where there is room", () => {
    const wide = fitHelp(HELP, 120);
    expect(wide.split("\n").every((line) => widthOf(line) <= 120)).toBe(true);
    expect(wide).toContain("  snapveil frob --with-a-value=VALUE     the command and what it does\n");
  });
});

import { describe, expect, test } from "vitest";

import { MAY_DESTROY } from "../../builtins/block-destructive.ts";
import { isToldToDestroy } from "../../builtins/block-destructive/services.ts";
import { RULES } from "../../builtins/block-destructive/rules.ts";
import { MAY_PRINT } from "../../builtins/block-secret-files.ts";
import { areAmong } from "../../builtins/printed-value/stores.ts";
import { mayPrintSecret } from "../../builtins/redact-secrets.ts";
import { PROGRAMS } from "../../shell/programs.ts";
import { matchingText } from "../support/matching-text.ts";
import { randomFrom, SEED, times } from "../support/chance.ts";

/** Texts that are tried for a pattern. */
const TRIES = times(60);

/** Commands of a row, made from a pattern of it, for each of its names. */
function commandsOf(names: string, pattern: RegExp, isMeant: (name: string, own: string[]) => boolean): string[] {
  const chance = randomFrom(SEED ^ pattern.source.length);
  const made = Array.from({ length: TRIES }, () => matchingText(pattern, chance)).filter(
    (text) => !/[\n\0]/.test(text),
  );
  // Some ask for one more word behind theirs.
  const texts = made.flatMap((text) => [text, `${text} x1`]);
  return names
    .split(" ")
    .flatMap((name) =>
      [...new Set(texts)].filter((text) => isMeant(name, text.split(" "))).map((text) => `${name} ${text}`),
    );
}

/** A word with an option before it: options may stand between the words of a verb. */
const spread = (command: string) => command.replace(" ", " --some-option ");

const deletions = PROGRAMS.flatMap(({ names, destroys }) =>
  destroys ? [destroys.verb, destroys.words].flatMap((one) => (one ? [[names, one, destroys.what] as const] : [])) : [],
);

describe("the gate of block_destructive", () => {
  test.each(deletions)("lets what the row of %s destroys through, as %s says it", (names, pattern, what) => {
    const commands = commandsOf(names, pattern, (name, own) => isToldToDestroy({ name, own }, what));
    expect(commands, "the pattern makes no command that its own row knows").not.toEqual([]);
    const all = pattern.source.startsWith("^") ? commands : [...commands, ...commands.map(spread)];
    expect(all.filter((command) => !MAY_DESTROY.test(command))).toEqual([]);
  });

  test("knows a word of each rule that looks at any program", () => {
    const wordless = RULES.filter(({ programs, words }) => programs === "*" && !(words instanceof RegExp));
    expect(wordless.map(({ name }) => name)).toEqual([]);
  });
});

describe("the gate of block_secret_files", () => {
  const rows = PROGRAMS.flatMap(({ names, keeps }) => (keeps ? [[names, keeps[0]] as const] : []));
  test.each(rows)("lets the secrets that %s keep through, as %s says it", (names, pattern) => {
    const commands = commandsOf(names, pattern, (_name, own) => pattern.test(own.join(" ")));
    expect(commands).not.toEqual([]);
    expect(commands.filter((command) => !MAY_PRINT.test(command))).toEqual([]);
  });

  test("lets every program through that shows variables", () => {
    const names = PROGRAMS.flatMap((row) => (row.showsVariables ? row.names.split(" ") : []));
    expect(names).toContain("printenv");
    expect(names.filter((name) => !MAY_PRINT.test(`. ./x; ${name}`))).toEqual([]);
  });
});

describe("the gate of what is printed bare", () => {
  const rows = PROGRAMS.flatMap(({ names, bare = [], makes = [] }) =>
    [...bare, ...makes].map((list) => [names, list] as const),
  );
  test.each(rows)("lets what %s hands out through, told by %s", (names, list) => {
    const pattern = new RegExp(list);
    const commands = commandsOf(names, pattern, (name, own) => areAmong([name, ...own], [list]));
    expect(commands).not.toEqual([]);
    expect(commands.filter((command) => !mayPrintSecret({ command }))).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";

import { MAY_DESTROY } from "../../builtins/block-destructive.ts";
import { isToldToDestroy } from "../../builtins/block-destructive/services.ts";
import { RULES } from "../../builtins/block-destructive/rules.ts";
import { MAY_PRINT } from "../../builtins/block-secret-files.ts";
import { Gate } from "../../builtins/gates/gate.ts";
import { tableOf } from "../../builtins/gates/gate-table.ts";
import { mayDestroy, mayHandOut, mayPrint } from "../../builtins/gates/gates.ts";
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
    expect(commands.filter((command) => !mayPrintSecret({ toolInput: { command } }))).toEqual([]);
  });
});

describe("a gate", () => {
  const patterns = [mayDestroy, mayPrint, mayHandOut].flatMap((table) => table().patterns);
  test.each(patterns.map(([needed, source]) => [source, needed] as const))(
    "is behind the texts of %s",
    (source, needed) => {
      const chance = randomFrom(SEED ^ source.length);
      const made = Array.from({ length: TRIES }, () => matchingText(new RegExp(source), chance));
      const texts = made
        .flatMap((text) => [text, ` ${text}`, `${text} `])
        .filter((text) => new RegExp(source, "i").test(text));
      expect(texts).not.toEqual([]);
      expect(texts.filter((text) => !needed.some((one) => text.toLowerCase().includes(one)))).toEqual([]);
    },
  );

  test.each([
    String.raw`\brm\b`,
    String.raw`\brm`,
    "rm",
    String.raw`\brelease-hosts|--purge\b|a\.b\(`,
    String.raw`\bapps:destroy\b|(?<!-)>\s*x`,
    String.raw`--replicas[=\s]+0\b|\b(?:init|telinit)\s[^\n]{0,9}?(?:\b0\b|\b1\b)`,
  ])("lets the same through as the pattern %s", (source) => {
    const gate = new Gate(tableOf([source]));
    const texts =
      "rm|RM -x|xrm|rm2|-rm|\u212Arm|\u017Frm|release-hosts|xrelease-hosts|release-hostsx|--purge|--purged|-purge|a.b(|aXb(|apps:destroy"
        .concat("|apps:destroyed|> x|->x|--replicas=0|--replicas  01|init 0|init 10|telinit: 1|telinit 1|")
        .split("|");
    expect(texts.filter((text) => gate.test(text))).toEqual(texts.filter((text) => new RegExp(source, "i").test(text)));
  });

  test("takes no name for a program before a colon", () => {
    const gate = new Gate(tableOf([], ["rm", "copy-item", "(?:cp|mv)"]));
    const texts = ["rm x", "rm:x", "copy-item a", "copy-item:a", "a;MV b", "mv: b", "rmx"];
    expect(texts.filter((text) => gate.test(text))).toEqual(["rm x", "copy-item a", "a;MV b"]);
  });
});

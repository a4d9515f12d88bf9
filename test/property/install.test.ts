import fc from "fast-check";
import { getNodeValue, parseTree } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml, stringify } from "yaml";
import { describe, expect, test } from "vitest";

import type { Entry, Format } from "../../agents/formats/config-file.ts";
import { jsonHooks } from "../../agents/formats/json-hooks.ts";
import { tomlHooks } from "../../agents/formats/toml-hooks.ts";
import { yamlHooks } from "../../agents/formats/yaml-hooks.ts";
import { times } from "../support/chance.ts";

const EVENTS = ["PreToolUse", "PostToolUse", "Stop"];
const COMMAND = "/usr/bin/node /data/runtime/current/snapveil.cjs hook --agent any";
const entries: Entry[] = EVENTS.map((event) => ({ event, command: COMMAND, seconds: 20, isTool: true }));
const item = ({ command, seconds }: Entry) => ({
  matcher: "*",
  hooks: [{ type: "command", command, timeout: seconds }],
});

const FORMATS = {
  json: jsonHooks({ events: EVENTS, at: ["hooks"], item }),
  yaml: yamlHooks({
    events: EVENTS,
    at: (event) => ["hooks", event],
    item: ({ command, seconds }) => ({ command, timeout: seconds }),
  }),
  toml: tomlHooks(EVENTS, ({ event, command, seconds }) => ({ event, command, timeout: seconds })),
};

/** Another's hooks of an event, and any other settings beside them. */
const foreign = fc.array(
  fc.record({ command: fc.constantFrom("true", "./x.sh 'a b'", 'say "hi" # no'), timeout: fc.nat(100) }),
  { maxLength: 3 },
);
const hooks = fc.record({ PreToolUse: foreign, Stop: foreign, Other: foreign }, { requiredKeys: [] });
const plain = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,6}$/),
  fc.oneof(
    fc.integer(),
    fc.boolean(),
    fc.string(),
    fc.array(fc.integer(), { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.string(), { maxKeys: 2 }),
  ),
  { maxKeys: 4 },
);
const config = fc
  .tuple(plain, fc.option(hooks))
  .map(([settings, own]) => (own ? { ...settings, hooks: own } : settings));

const gaps = fc.infiniteStream(fc.constantFrom("", " ", "\n", "\n  ", "\n\t", " /* c */ ", " // c\n", "\r\n    "));

/** The value as somebody may have written it: blanks, comments and commas at the end anywhere. */
function writeJson(value: unknown, gap: () => string, trailing: boolean): string {
  if (Array.isArray(value))
    return wrapped(
      "[",
      value.map((one) => writeJson(one, gap, trailing)),
      "]",
      gap,
      trailing,
    );
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return wrapped(
    "{",
    Object.entries(value).map(
      ([key, one]) => `${JSON.stringify(key)}${gap()}:${gap()}${writeJson(one, gap, trailing)}`,
    ),
    "}",
    gap,
    trailing,
  );
}

function wrapped(open: string, items: readonly string[], close: string, gap: () => string, trailing: boolean): string {
  return (
    open +
    items.map((one, index) => gap() + one + gap() + (index < items.length - 1 || trailing ? "," : "")).join("") +
    gap() +
    close
  );
}

/** What must hold of any file, whatever is in it. */
function check(format: Format, text: string, read: (text: string) => unknown): void {
  const installed = format.put(text, entries);
  expect(
    format
      .find(installed)
      .map(({ event }) => event)
      .sort(),
  ).toEqual([...EVENTS].sort());
  expect(format.put(installed, entries)).toBe(installed);
  const left = format.take(installed, text);
  expect(left === undefined ? {} : read(left)).toEqual(read(text) ?? {});
  if (left !== undefined) expect(comments(left)).toEqual(comments(text));
  expect(comments(installed).filter((one) => !one.includes("snapveil"))).toEqual(comments(text));
}

const comments = (text: string) => text.match(/\/\* c \*\/|\/\/ c|# c\w*|# snapveil[^\n]*/g) ?? [];

describe("any file gets our entries, keeps its own, and gives ours back", () => {
  test("JSON with comments", () => {
    fc.assert(
      fc.property(config, gaps, fc.boolean(), (value, stream, trailing) => {
        const gap = () => stream.next().value as string;
        const text = gap() + writeJson(value, gap, trailing) + gap();
        check(FORMATS.json, text, (source) =>
          JSON.parse(JSON.stringify(getNodeValue(parseTree(source, [], { allowTrailingComma: true })!))),
        );
      }),
      { numRuns: times(75) },
    );
  });

  test("YAML", () => {
    const styles = fc.record({
      indent: fc.integer({ min: 2, max: 6 }),
      indentSeq: fc.boolean(),
      lineWidth: fc.constantFrom(0, 40),
      collectionStyle: fc.constantFrom("any" as const, "flow" as const, "block" as const),
    });
    fc.assert(
      fc.property(
        config,
        styles,
        fc.array(fc.nat(30), { maxLength: 4 }),
        fc.boolean(),
        (value, style, places, crlf) => {
          const written = Object.keys(value).length === 0 ? "" : stringify(value, style);
          // A comment line is harmless between any two lines that are not inside of a text.
          const lines =
            written.includes("|") || written.includes(">") || style.lineWidth > 0
              ? written.split("\n")
              : written.split("\n").flatMap((line, index) => (places.includes(index) ? [`# c${index}`, line] : [line]));
          const text = lines.join(crlf ? "\r\n" : "\n");
          fc.pre(isReadable(text)); // the writer's empty collections in block style are not
          check(FORMATS.yaml, text, (source) => prune(parseYaml(source)) ?? {});
        },
      ),
      { numRuns: times(75) },
    );
  });

  test("TOML", () => {
    const value = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,6}$/).filter((key) => key !== "hooks"),
      fc.oneof(fc.integer(), fc.boolean(), fc.string()),
      { maxKeys: 4 },
    );
    const tables = fc
      .array(fc.constantFrom("[[hooks]]\nevent = 'Stop'\ncommand = 'true' # c1\n", "[a.b]\nx = 1\n", "# c2\n", "\n"), {
        maxLength: 4,
      })
      .map((list) => [...new Set(list)].join(""));
    fc.assert(
      fc.property(value, tables, fc.boolean(), (top, rest, crlf) => {
        const lines = Object.entries(top)
          .filter(([key]) => key !== "a")
          .map(([key, one]) => `${key} = ${JSON.stringify(one).replaceAll("\u007f", "\\u007f")}\n`)
          .join("");
        const text = crlf ? (lines + rest).replaceAll("\n", "\r\n") : lines + rest;
        check(FORMATS.toml, text, (source) => parseToml(source, { integersAsBigInt: true }));
        expect(FORMATS.toml.take(FORMATS.toml.put(text, entries), text) ?? "").toBe(text.trim() === "" ? "" : text);
      }),
      { numRuns: times(75) },
    );
  });
});

function isReadable(text: string): boolean {
  try {
    parseYaml(text);
    return true;
  } catch {
    return false;
  }
}

/** Keys that hold nothing are as good as none: an emptied list may go with the entry that was in it. */
function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (typeof value !== "object" || value === null) return value ?? undefined;
  const kept = Object.entries(value)
    .map(([key, one]) => [key, prune(one)] as const)
    .filter(([, one]) => one !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

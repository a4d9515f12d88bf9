/** A file that a prompt names by `@`, and the lines that go to the model if the mention has some. */
export interface Mention {
  readonly path: string;
  readonly lines?: readonly [first: number, last: number];
}

/** Files of one prompt; the agents take fewer. */
const MOST = 100;

/** The text before an `@` that names a file, as Claude Code has it: a blank, or a full stop of Chinese or Japanese. */
const BEFORE = String.raw`(?<=^|[\s\u3002\u3001\uFF1F\uFF01])`;
const MAY_NAME = new RegExp(`${BEFORE}@\\S`);
const QUOTED = new RegExp(`${BEFORE}@"([^"]+)"`, "g");
const BARE = new RegExp(`${BEFORE}@([^\\s"]\\S*)`, "g");

/**
 * A mention with lines: behind a `#` stand `#L10-20`, `#L10` or `#10-20`, or the name of a place, which changes
 * nothing.
 */
const LINES = /^([^#]+)(?:#L?(\d+)(?:-L?(\d+))?)?(?:#[^#]*)?$/;

/** Whether a prompt may name a file: a quick look, which spares prompts with addresses of mail the rest. */
export function mayName(prompt: string): boolean {
  return MAY_NAME.test(prompt);
}

/**
 * The files that a prompt names by `@`: `@src/a.ts`, `@~/a`, `@"a b.txt"`, `@a.ts#L10-20`. A name ends before the marks of
 * a sentence (`look at @a.ts, please`), but there are files that end with such a mark: both are given.
 */
export function mentionsIn(prompt: string): readonly Mention[] {
  const quoted = Array.from(prompt.matchAll(QUOTED), ([, name]) => name!);
  const bare = Array.from(prompt.matchAll(BARE), ([, name]) => name!);
  const trimmed = bare.map((name) => name.replace(/\W+$/, ""));
  const whole = bare.filter((name) => !trimmed.includes(name)).map((path) => ({ path }));
  const names = [...new Set([...quoted, ...trimmed])].filter((name) => name !== "");
  return [...names.flatMap(mentionsOf), ...whole].slice(0, MOST);
}

/** The meanings of a mention: with lines, and as a whole name, since a file's name can hold a `#`. */
function mentionsOf(name: string): Mention[] {
  const [, path = name, first, last = first] = LINES.exec(name) ?? [];
  const [from, to] = [Number(first), Number(last)];
  const lines = from > 0 && from <= to ? { lines: [from, to] as const } : {};
  return path === name ? [{ path }] : [{ path, ...lines }, { path: name }];
}

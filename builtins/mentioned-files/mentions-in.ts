/** A file that a prompt names by `@`, with the lines that the mention names; without `lines` the whole file. */
export interface Mention {
  readonly path: string;
  readonly lines?: readonly [first: number, last: number];
}

/** The most files of one prompt; agents accept fewer. */
const MOST = 100;

/**
 * Matches the position before an `@` that names a file, as in Claude Code: the beginning of the prompt, or behind a
 * blank or a Chinese or Japanese full stop.
 */
const BEFORE = String.raw`(?<=^|[\s\u3002\u3001\uFF1F\uFF01])`;
const MAY_NAME = new RegExp(`${BEFORE}@\\S`);
const QUOTED = new RegExp(`${BEFORE}@"([^"]+)"`, "g");
const BARE = new RegExp(`${BEFORE}@([^\\s"]\\S*)`, "g");

/** A mention with lines: `#L10-20`, `#L10` or `#10-20` behind the path. Any other text behind the `#` is ignored. */
const LINES = /^([^#]+)(?:#L?(\d+)(?:-L?(\d+))?)?(?:#[^#]*)?$/;

/**
 * Whether a prompt may name a file: a quick test, so that a prompt which only holds an e-mail address is not parsed.
 */
export function mayName(prompt: string): boolean {
  return MAY_NAME.test(prompt);
}

/**
 * The files that a prompt names by `@`: `@src/a.ts`, `@~/a`, `@"a b.txt"`, `@a.ts#L10-20`. Punctuation at the end of a
 * name may belong to the sentence (`look at @a.ts, please`) or to the name, so both are given.
 */
export function mentionsIn(prompt: string): readonly Mention[] {
  const quoted = Array.from(prompt.matchAll(QUOTED), ([, name]) => name!);
  const bare = Array.from(prompt.matchAll(BARE), ([, name]) => name!);
  const trimmed = bare.map((name) => name.replace(/\W+$/, ""));
  const whole = bare.filter((name) => !trimmed.includes(name)).map((path) => ({ path }));
  const names = [...new Set([...quoted, ...trimmed])].filter((name) => name !== "");
  return [...names.flatMap(mentionsOf), ...whole].slice(0, MOST);
}

/**
 * The mentions for which a name may stand: a path with lines, or, since a path may hold a `#`, the whole text as a
 * path.
 */
function mentionsOf(name: string): Mention[] {
  const [, path = name, first, last = first] = LINES.exec(name) ?? [];
  const [from, to] = [Number(first), Number(last)];
  const lines = from > 0 && from <= to ? { lines: [from, to] as const } : {};
  return path === name ? [{ path }] : [{ path, ...lines }, { path: name }];
}

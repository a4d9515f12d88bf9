import { anyOf, oneOf } from "../../kit/word-pattern.ts";
import { columnOf } from "../../shell/doors/programs.ts";
import { namesAmong } from "./names-in-path.ts";

/**
 * The names of the secrets that a selector (of jq, yq, `--query`, a jsonpath or a Go template) prints: the name of its
 * last field. `undefined` if the field's name says nothing, as `.value` does: then the source of the data names the
 * secret.
 */
export function namesInSelector(selector: string): string[] | undefined {
  if (ABOUT.test(selector)) return [];
  const runs =
    selector
      .slice(0, MOST)
      .replace(/\\\./g, "-")
      .replace(/select\([^()]*\)| \/\/.*$|\|?\s*@(?:base(?:32|64)d?|text|json|sh|uri|html)\b/gs, "")
      .match(FIELDS) ?? [];
  const fields = (runs.at(-1) ?? "").split(/[.[\]"'\\]+/).filter((field) => /[A-Za-z]/.test(field));
  const last = fields.at(-1);
  if (last !== undefined && tellsOf(last)) return [];
  if (last === undefined || NEUTRAL.test(last)) {
    const named = namesAmong(fields.slice(-2, -1));
    const [, begin = ""] = /startswith\("(\w{1,80})/.exec(selector.slice(0, MOST)) ?? [];
    return named.length > 0 ? named : begin === "" ? undefined : namesAmong([begin]);
  }
  return namesAmong([fields.slice(-2).join(".")]);
}

/** Whether a field of a stored secret is not secret itself: `VersionId`, `username`. */
export function tellsOf(field: string): boolean {
  return ABOUT_FIELD.test(field);
}

const ABOUT_FIELD = anyOf(String.raw`
  (?:^|_|\b)(?:id|arn|uid|etag|role_id|users?|user_?name|login|version|names?|kid|date|created|updated)$
  (?:^|_|\b)(?:type|enabled|url|uri|accessor|tags?|host|port|email|ttl|checksum/.*)$
  (?:[a-z]Id|[Aa]rn|ARN|Version|Stages|[a-z]Name|[a-z]Date|At)$
`);

/** The last field that a command requests from a store of secrets; `""` if it requests no field. */
export function fieldOf(words: readonly string[]): string {
  const at = words.findIndex((word) => /^--?field$/.test(word));
  const asked =
    selectorOf(words) ?? words.find((word) => /^--?field=/.test(word)) ?? (at === -1 ? undefined : words[at + 1]) ?? "";
  return asked.slice(0, MOST).match(/\w+/g)?.at(-1) ?? "";
}

/** The selector among a command's words; `undefined` if there is none. */
export function selectorOf(words: readonly string[]): string | undefined {
  if (!columnOf(words[0] ?? "", "selects")) return undefined;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] as string;
    const option = /^(?:--(?:query|jq|template|format|output)|-o)=?/.exec(word)?.[0];
    const inline =
      option === undefined
        ? undefined
        : /^(?:jsonpath(?:-as-json)?|go-template|custom-columns|value)?[=(]?(.+)$/s.exec(
            word.slice(option.length),
          )?.[1];
    if (inline !== undefined && /[.{]|^[A-Z]/.test(inline)) return inline;
    if (/^(?:--(?:query|jq|template|format|output)|-q|-o|-f)$/.test(word)) {
      const next = words[at + 1] ?? "";
      if (word.endsWith("query") || /^\.|\{\{|\{\.|jsonpath|\(/.test(next))
        return next.replace(/^(?:jsonpath|go-template|value)[=(]?/, "");
    }
  }
  return undefined;
}

/** The most characters of a selector; a longer one is a program. */
const MOST = 2048;

/** A chain of fields: `.auths["ghcr.io"].auth`, `Parameter.Value`. */
const FIELDS = /(?:[A-Za-z_$][\w$/-]*|[.[\]"'\\])+/g;

/** Functions that print names, numbers or types, not values. */
const ABOUT = /(?<![.\w$])(?:keys|keys_unsorted|length|type|has|paths|input_filename|to_entries[^]*key)\b(?!\.)/;

const NEUTRAL = oneOf(
  `
    values? data result output stdout content body text raw payload Parameters? SecretString SecretBinary println
    range end base64decode d tostring empty
  `,
  "i",
);

import type { Condition } from "./condition.ts";
import type { JoinedValue } from "./joined-name.ts";
import { isLineStart, isQuery } from "./place-of-name.ts";
import { inConnectionString } from "./setting.ts";

/**
 * The places of a name and its value where formats have data, and code has none. There a value needs fewer signs of a
 * secret.
 */
export const DATA_PLACES: readonly Condition<JoinedValue>[] = [
  {
    name: "element, attribute, or no operator",
    holds: ({ operator: { kind } }) => kind === "enclosed" || kind === "words" || kind === "two-fields",
    finds: "The admin password is {s} - please change it.",
    leaves: "The admin password is secret - please change it.",
  },
  {
    name: "start of a line",
    holds: ({ text, nameStart }) => isLineStart(text, nameStart),
    finds: "a: b\npassword: {d}\n",
    leaves: "a: b\npassword: none\n",
  },
  {
    name: "query of a URL",
    holds: ({ text, nameStart }) => isQuery(text, nameStart),
    finds: "grant_type=client_credentials&client_secret={e}",
    leaves: "grant_type=client_credentials&client_secret=",
  },
  {
    name: "row of pairs",
    holds: isInRow,
    finds: "level=info user=bob password={d} port=1",
    leaves: "level=info user=bob password=none port=1",
  },
  {
    name: "line of its own",
    holds: isOwnLine,
    finds: "Default Admin Password: {d}\n",
    leaves: "Default Admin Password: none\n",
  },
  {
    name: "flag",
    holds: ({ text, nameStart }) => text[nameStart] === "-",
    finds: "app serve --password={d} -v",
    leaves: "app serve --password=none -v",
  },
  {
    name: "connection string",
    holds: ({ text, nameStart, operator }) => inConnectionString(text, nameStart, operator),
    finds: '"Server=db;Uid=app;Password={d};"',
    leaves: '"Server=db;Uid=app;Password=;"',
  },
  {
    name: "name in capitals",
    holds: ({ name }) => !/[a-z]/.test(name),
    finds: "Please do this: GF_SECURITY_ADMIN_PASSWORD={l}",
    leaves: "Please do this: GF_SECURITY_ADMIN_PASSWORD=none",
  },
];

/**
 * Whether a name and its value are in a row of pairs with only blanks between them: logfmt, Go's `{Host:db User:app
 * Password:…}`, a string for a database's driver. No language writes code like this.
 */
function isInRow({ text, at, value, operator: { kind, tight, valueStart } }: JoinedValue): boolean {
  const sign = text[valueStart - 1];
  if (kind !== "assign" || !tight || (sign !== "=" && sign !== ":")) return false;
  const other = sign === "=" ? ROW_OF_EQUALS : ROW_OF_COLONS;
  return other.behind.test(text.slice(value.end, value.end + 48)) || other.before.test(at.before(80));
}

const ROW_OF_EQUALS = { before: /(?:^|[\s{([])[\w.-]{1,32}=[\w.:/@"-]{1,40} $/, behind: /^ [\w.-]{1,32}=[^\s=>~]/ };
const ROW_OF_COLONS = { before: /(?:^|[\s{([])[A-Z]\w{0,32}:[\w./@"-]{1,40} $/, behind: /^ [A-Z]\w{0,32}:[^\s:]/ };

/** Whether a line holds only a name of several words, a colon and the value: `Client Secret: …`. */
function isOwnLine({ text, at, value }: JoinedValue): boolean {
  return (
    /^[ \t]*(?:\r?\n|$)/.test(text.slice(value.end, value.end + 80)) &&
    /(?:^|\n)[ \t]*(?:[*•-] )?(?:[A-Za-z][\w-]{0,24} ){1,3}$/.test(at.before(80))
  );
}

import { alnum, strong, type Harmless, type Held } from "./made.ts";

const [A, B] = [strong(1301), strong(1302)];
const LINES = ["env:", "- name: DB_PASSWORD", `  value: ${A}`, "name,user,password", `mail,bob,${B}`];
const each = (before: (line: number) => string): string => LINES.map((text, at) => before(at + 1) + text).join("\n");
const time = (at: number): string => `2026-01-01T10:00:0${at}.123Z `;
const patch = (sign: string): string => `--- a/x\n+++ b/x\n@@ -1,5 +1,5 @@\n${each(() => sign)}`;
const quoted = (text: string): string => `echo 'x '\\''${text}'\\'' y'`;

/** What a program puts before each line that it shows, and how programs print a name with its value. */
export const SHOWN: readonly Held[] = [
  ["lines that a patch adds", patch("+"), A, B],
  ["lines that a patch takes away", patch("-"), A, B],
  ["lines around those of a patch", patch(" "), A, B],
  ["a file that Codex adds", `*** Begin Patch\n*** Add File: a\n${each(() => "+")}\n*** End Patch`, A, B],
  ["cat -n", each((at) => `     ${at}\t`), A, B],
  ["numbers and arrows", each((at) => `     ${at}\u2192`), A, B],
  ["numbers and bars", each((at) => `${at} | `), A, B],
  ["grep -n", each((at) => `${at}:`), A, B],
  ["grep -n in files", each((at) => `src/a.yml:${at}:`), A, B],
  ["grep -A in files", each((at) => `src/a.yml-${at}-`), A, B],
  ["a quotation", each(() => "> "), A, B],
  ["a log with times", each(time), A, B],
  ["a log of a workflow", each((at) => `build\tRun x\t${time(at)}`), A, B],
  ["a log of containers", each(() => "web-1  | "), A, B],
  ["a journal", each((at) => `Jan 01 10:00:0${at} host app[12]: `), A, B],
  ["an output as Gemini CLI shows it", `Output: name,password\nmail,${A}`, A],
  ["a shell's quotes in quotes", quoted(`DB_PASSWORD='\\''${A}'\\''`), A],
  ["a shell's quotes in double quotes", `echo 'DB_PASSWORD='"'"'${A}'"'"''`, A],
  ["SQL in a shell's quotes", quoted(`ALTER ROLE app WITH PASSWORD '\\''${A}'\\''`), A],
  ["terraform output -json", JSON.stringify({ db_password: { sensitive: true, type: "string", value: A } }), A],
  ["a plan of Terraform's", `  ~ password = "${A}" -> "${B}"`, A, B],
  ["a plan of what had no value", `  ~ password = null -> "${A}"`, A],
  ["settings of Azure", JSON.stringify([{ name: "DB_PASSWORD", slotSetting: false, value: A }], null, 2), A],
  ["var_dump", `array(1) {\n  ["password"]=>\n  string(11) "${A}"\n}`, A],
  ["an answer of Redis", `1) "user"\n2) "bob"\n3) "password"\n4) "${A}"\n`, A],
  [
    "an address in an address",
    `https://acme.test/?a=1&db=postgres://app:${A.replace("!", "")}@db/x`,
    A.replace("!", ""),
  ],
];

export const SHOWN_HARMLESS: readonly Harmless[] = [
  ["names that Redis lists", '1) "password"\n2) "token"\n3) "username"\n'],
  ["what Terraform does not tell", "  ~ password = (sensitive value)\n  ~ token = null -> (known after apply)"],
  ["a field's type", '{"password": {"type": "string", "default": ""}, "token": {"type": "string", "value": null}}'],
  ["a patch of code", "@@ -1,2 +1,2 @@\n-const token = read();\n+const token = await readToken(name);\n"],
  ["grep in code", "src/a.ts:12:  password: string;\nsrc/a.ts:13:  token: this.token,\n"],
  ["an address of SimpleX in a link", `https://acme.test/#/?smp=smp%3A%2F%2F${alnum(43, 1303)}%3D%40smp4.acme.test`],
  ["times in a log", `${time(1)}token refreshed\n${time(2)}password: ok\n`],
];

/** @file Options and input of commands, settings of routers, lists of arguments. */

import { type PairSyntax, ANNOUNCES } from "./pair-syntax.ts";

export const HERE_STRING: PairSyntax = {
  name: "here-string of a shell",
  is: /<<<[ \t]{0,4}/y,
  kind: "words",
  means: ANNOUNCES,
  finds: "wrangler secret put API_TOKEN <<< {t}",
  leaves: 'wrangler secret put API_TOKEN <<< "$TOKEN"',
};
export const HERE_DOCUMENT: PairSyntax = {
  name: "here-document of a shell",
  is: /<<-?["']?(\w{1,16})["']?[ \t]{0,8}\r?\n(?=[^\n]{4,128}\n\1)/y,
  kind: "words",
  before: /-stdin$/,
  means: ANNOUNCES,
  finds: "acme login --password-stdin <<E\n{t}\nE\n",
  leaves: "acme login --password-stdin <<E\n$TOKEN\nE\n",
};
export const REGISTRY: PairSyntax = {
  name: "value in Windows' registry, as reg query prints it",
  is: /REG_(?:EXPAND_|MULTI_)?SZ(?:\t|[ ]{2,16})(?=\S)/y,
  kind: "words",
  means: ANNOUNCES,
  finds: "    DefaultPassword    REG_SZ    {a}",
  leaves: "    DefaultPassword    REG_SZ    none",
};
export const TWO_OPTIONS: PairSyntax = {
  name: "name and value as two options: --name X --value …, /v X /d …, set X -b …",
  is: /(?:--?[\w-]{1,24}[ =](?!-)\S{1,40} ){0,3}(?:--(?:value|body|data)|-[vb]|\/d)[ =](?=\S)/y,
  kind: "words",
  before: /(?:--?(?:[\w-]*(?:name|key|option)|n)|\/v|\s(?:set|put|add|store))[ =]["']?[\w.:/-]*$/,
  means: ANNOUNCES,
  finds: "gh variable set API_TOKEN -b {t}",
  leaves: "gh variable set API_TOKEN -b $TOKEN",
};
export const LISTED_ARGUMENTS: PairSyntax = {
  name: "flag and value in a list of arguments, of YAML",
  is: /\r?\n[ \t]{0,40}- ["']?(?=[^\s"'-])/y,
  kind: "words",
  before: /(?:^|\n)[ \t]*- ["']?--?[\w-]+$/,
  means: ANNOUNCES,
  finds: "args:\n  - --requirepass\n  - {a}\n",
  leaves: "args:\n  - --requirepass\n  - $(PASS)\n",
};
export const ROUTER: PairSyntax = {
  name: "way of encryption before the value, of routers",
  is: /(?:ENC|[05789]|--plaintext|--iscrypted) (?=\S{4})/y,
  kind: "words",
  means: ANNOUNCES,
  finds: "username admin privilege 15 password 0 {a}\n",
  leaves: "username admin privilege 15 password 0 {{password}}\n",
};

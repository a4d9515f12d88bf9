/** @file Arguments of calls, and blocks in braces. */

import { IN_QUOTES, type PairSyntax } from "./pair-syntax.ts";

export const ERLANG: PairSyntax = {
  name: "binary of Erlang",
  is: /,[ \t]{0,64}<<(?=")/y,
  kind: "assign",
  finds: '{password, <<"{e}">>}\n',
  leaves: '{password, <<"none">>}\n',
};
export const ARGUMENT: PairSyntax = {
  name: "next argument",
  is: /,/y,
  kind: "item",
  means: IN_QUOTES,
  finds: 'setenv("DB_PASSWORD", "{e}", 1);\n',
  leaves: 'setenv("DB_PASSWORD", value, 1);\n',
};
export const CALL: PairSyntax = {
  name: "call with the value",
  is: /\(/y,
  kind: "call",
  tight: true,
  means: IN_QUOTES,
  finds: 'set_password("{e}")\n',
  leaves: "set_password(value)\n",
};
export const BRACES: PairSyntax = {
  name: "braces around the value, of C++",
  is: /\{(?=["'])/y,
  kind: "call",
  tight: true,
  means: IN_QUOTES,
  finds: 'std::string dbPassword{"{t}"};',
  leaves: 'std::string dbPassword{""};',
};
export const DEFAULT_OF_BLOCK: PairSyntax = {
  name: "default in a block of Terraform",
  is: /\{[^{}]{0,240}?\bdefault\s{0,8}=/y,
  kind: "assign",
  tight: false,
  nameQuoted: true,
  means: IN_QUOTES,
  finds: 'variable "db_password" {\n  default = "{p}"\n}\n',
  leaves: 'variable "db_password" {\n  default = var.secret\n}\n',
};

import { unblank } from "../kit/words.ts";
import { isRunRule } from "./rules/run-rules.ts";
import { RULES } from "./rules/rules.ts";

/** What rules do that have a name of their own, by the rule. */
const KNOWN: Readonly<Record<string, string>> = {
  "service-key": "a key behind the name of a service",
  "connection-password": "a password in an address or a connection string",
  "command-password": "an argument of a program that takes a password there",
  "login-password": "the argument of -p or -pw behind a user",
  "piped-password": "a text that is piped into a login",
  "call-password": "an argument of a call that logs in",
  "kubernetes-secret": "an entry of a Secret of Kubernetes",
  "aws-secret-beside-id": "forty characters beside the id of a key of AWS",
  "known-value": "one of your own secrets, in one of its spellings",
  "url-password": "a password in a URL",
  "url-token": "a token in a URL, in the place of a user",
  "user-line": "a line of users and their passwords",
  "vault-unseal-key": "a key in a list that Vault prints",
  "seed-phrase": "a row of words of BIP39",
  "recovery-code": "a list of codes behind words such as `recovery codes`",
  "private-key": "a key between BEGIN and END",
  authorization: "the credential of a header or a scheme",
  cookie: "the value of a cookie",
  jwt: "a JSON Web Token",
  "json-web-key": "a private part of a JSON Web Key",
};

/** The ways in which one finding follows from another, by the first word of the rule. */
const FOLLOWING: Readonly<Record<string, string>> = {
  again: "a value that was found elsewhere in the text",
  wrapped: "the rest of a token on the next line",
  encoded: "a secret in text that is encoded",
  other: "a known prefix with a body of another shape",
};

/** The most prefixes or words that are listed. */
const MOST = 4;

/**
 * What a rule of a finding looks for, in words; `undefined` for a rule about which nothing more is known.
 * @param words the words of the row by which the secret was found, if the rule has rows
 */
export function describeRule(rule: string, words = ""): string | undefined {
  if (words !== "") return `a value beside one of the words ${listOf(words.split(" "))}`;
  if (/^(?:keyed|column|row|sql|respelled)-/.test(rule)) return "a name that promises a secret, and its value";
  const [, first = "", rest = ""] = /^([a-z]+)-(.+)$/.exec(rule) ?? [];
  const following = FOLLOWING[first];
  if (following !== undefined) return `${following} (${describeRule(rest) ?? rest})`;
  const known = KNOWN[rule];
  const prefixes = RULES.filter(([kind]) => kind === rule).flatMap(([, all]) => all.split(" "));
  if (known !== undefined) return known;
  if (prefixes.length > 0) return `a token with the prefix ${listOf(prefixes)}`;
  return isRunRule(rule) ? "a token, by the shape of the whole" : undefined;
}

function listOf(words: readonly string[]): string {
  const shown = words.slice(0, MOST).map((word) => `"${unblank(word).trim()}"`);
  return `${shown.join(", ")}${words.length > MOST ? ", …" : ""}`;
}

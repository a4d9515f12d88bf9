import { UUID } from "../../judge/value-traits.ts";
import type { Condition } from "./condition.ts";
import type { JoinedValue } from "./joined-name.ts";
import { isQuery } from "./place-of-name.ts";
import { isOwned } from "./setting.ts";

/** The values behind a name that are no secret by what they are: folders, ids, badges, test vectors, sealed values. */
export const PUBLIC_VALUES: readonly Condition<JoinedValue>[] = [
  {
    // `PWD` is the working folder of a shell, unless it stands behind a `;`: then it is the password in a connection
    // string.
    name: "working folder",
    holds: ({ name, word, text, nameStart }) =>
      /(?:^|\.)PWD$/.test(name) && text[nameStart - 1] !== ";" && FOLDER.test(word),
    finds: "PWD={p}",
    leaves: "PWD=/home/dev/kX7wm2Qp9z",
  },
  {
    // `key: <UUID>` is the id of a record, if it stands neither in a URL's query nor in a section, and no service's
    // name before it.
    name: "key that is a UUID",
    holds: ({ name, word, text, nameStart }) =>
      /^key$/i.test(name) &&
      UUID.test(word) &&
      !isQuery(text, nameStart) &&
      !/\]\s{1,4}$/.test(text.slice(Math.max(0, nameStart - 6), nameStart)) &&
      !isOwned(text, nameStart),
    finds: "calling Algolia\nkey: {u}",
    leaves: "calling it\nkey: {u}",
  },
  {
    // The picture that shows a project's state has a token of its own, which opens nothing else.
    name: "token of a badge",
    holds: ({ text, nameStart }) =>
      isQuery(text, nameStart) && BADGE.test(text.slice(Math.max(0, nameStart - 160), nameStart)),
    finds: "https://example.org/graph/raw.svg?token={t}",
    leaves: "https://example.org/graph/badge.svg?token={t}",
  },
  {
    // The key of a test of a cipher stands among the texts and numbers that it is tried with.
    name: "test vector",
    holds: ({ name, word, text, nameStart, value }) =>
      /(?:^|[_ ])key$/i.test(name) &&
      /^[\da-f]+$/i.test(word) &&
      VECTOR.test(`${text.slice(Math.max(0, nameStart - 120), nameStart)}|${text.slice(value.end, value.end + 120)}`),
    finds: "host = db\nKEY = {x}\nport = 1",
    leaves: "KEY = {x}\nNONCE = 00010203\nIN = 00",
  },
  {
    // A log of certificates identifies a public key by its digest.
    name: "digest of a public key",
    holds: ({ name, word }) => /(?:^|[\W_])key_?id$/i.test(name) && /^[A-Za-z0-9+/]{43}=$/.test(word),
    finds: '"api_key": "{t}{a}Kq7Zm2Wp4="',
    leaves: '"keyId": "{t}{a}Kq7Zm2Wp4="',
  },
  {
    // A flag with `type=…` mounts a secret into a container.
    name: "mount",
    holds: ({ name, word, text, nameStart }) =>
      text[nameStart] === "-" && name.endsWith("secret") && /^(?:type|id|source|src|target|env)=[\w./-]+,/.test(word),
    finds: "app --secret {t}",
    leaves: "docker build --secret id=npm,src=/run/kX7wm2Qp9zR4t .",
  },
  {
    // The value of a SealedSecret, or its beginning, which manuals show.
    name: "sealed value",
    holds: ({ word, text, nameStart }) =>
      /^Ag[A-D][A-Za-z0-9+/]{5,}={0,2}$/.test(word) &&
      /encryptedData\\*["']?\s*:/.test(text.slice(Math.max(0, nameStart - 1000), nameStart)),
    finds: "data:\n  password: AgB{t}\n",
    leaves: "encryptedData:\n  password: AgB{t}\n",
  },
];

const BADGE = /\/badges?(?:\.svg|\/)[^\s"'<>]{0,40}$/i;
/** The other fields of a test of a cipher: its number, a nonce, the texts in hex digits. */
const VECTOR = /(?:\b|\\n)(?:tcId|nonce|aad|ct|pt|msg|ciphertext|plaintext)\s?[:=]\s?[\da-f]{2}/i;
const FOLDER = /^(?:[A-Za-z]:[\\/]|[~.]{0,2}\/[\w.-]+(?:\/|$)|\$\{?\w+\}?\/)/;

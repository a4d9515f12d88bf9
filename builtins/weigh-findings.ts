import { pattern } from "../kit/word-pattern.ts";
import { RANK, type Confidence, type Finding, type Path, type Weigh } from "../redactors/doors/finding.ts";
import {
  holdsCommonWord,
  isCommonPassword,
  isDefaultPassword,
  isGenerated,
  isMadeUpRow,
  isPasswordWord,
  isPublishedValue,
} from "../redactors/doors/judge.ts";
import type { Where } from "./weighing/where-it-opens.ts";

/** Facts about the place of a finding, beside the text itself. */
export interface FindingContext {
  /** Findings less sure than this do not count. */
  readonly least: Confidence;
  /** A test, a fixture, an example, seed data or a document. */
  readonly isTrial?: boolean;
  /** A file of the worktree as it is: a value that is taken out of it would be missing in the next edit. */
  readonly isFile?: boolean;
  /** A request to this machine and to no other one, by its command, or its answer. */
  readonly isLocal?: boolean;
  /** The words of a call: a host in them is one that the call asks. */
  readonly isCall?: boolean;
  /** A text of another machine: `localhost` in it is that machine. */
  readonly isFar?: boolean;
  /** A value that a command made for this moment. */
  readonly isNew?: boolean;
  /** A text of the conversation: nobody is stopped if it is rewritten, so the shape of a token is enough. */
  readonly isUnseen?: boolean;
  /** Whether a finding of medium certainty counts although it is less sure than `least`. */
  counts?(finding: Finding, text: string): boolean;
}

/** The reason why a finding does not count. With the last three reasons a value passes that may open a door. */
type Reason = "published" | "made-up" | "hash" | "common" | "trial" | "file" | "new" | "local" | "unsure";

/** A finding that was let through. */
export interface LetThrough {
  readonly finding: Finding;
  readonly reason: Reason;
}

/**
 * The place that a finding opens. Handed in: it needs the table of programs, which takes 2 ms to load, and no sure
 * finding needs it.
 */
type WhereItOpens = (finding: Finding, text: string) => Where;

/**
 * Judges findings by their certainty and their place. This is all of the policy: the detector finds, and the settings
 * say how a finding that counts is treated.
 *
 * | finding | counts |
 * |---|---|
 * | of the user's own values or rules | always: it is not weighed |
 * | a value that manuals print, a hash with a salt | never |
 * | a session's token in a call that asks this machine alone, or in the answer to one | never |
 * | a word that everybody tries first, for this machine; a service's first password | never |
 * | a word for a password, unless it is for a host of the network | never |
 * | words that say that they protect nothing, or one of them for this machine or a container on it | as `low` |
 * | a token of a known shape, a private key, a password in an address | always |
 * | the same, made up of characters in their order | as anything that is less sure; in a conversation always |
 * | anything less sure, in a test, a fixture, an example, seed data, a document | never |
 * | a word under a name, read from a file of the worktree | never |
 * | else | if it is as sure as the setting `minConfidence` asks |
 */
export function weigher(
  surroundings: (at: () => Path) => FindingContext,
  whereItOpens: WhereItOpens,
  letThrough?: (one: LetThrough) => void,
): Weigh {
  return (found, text, at) => {
    const around = surroundings(at);
    const passed = new Set<string>();
    const weighed = (finding: Finding): boolean => {
      const value = text.slice(...finding.span);
      const reason =
        finding.rule.startsWith("again-") && passed.has(value)
          ? "unsure"
          : reasonOf(finding, text, around, whereItOpens);
      if (reason === undefined) return true;
      passed.add(value);
      letThrough?.({ finding, reason });
      return false;
    };
    // A value that stands there again is treated as the first one.
    const again = (finding: Finding) => Number(finding.rule.startsWith("again-"));
    const kept = new Set(found.toSorted((a, b) => again(a) - again(b)).filter(weighed));
    return kept.size === found.length ? found : found.filter((one) => kept.has(one));
  };
}

/** Kinds of tokens that open one session, for a time. */
const PASSING = new Set(["jwt", "token", "authorization", "cookie"]);

/** Kinds of secrets in addresses, which are as sure as their form is: the password in an address may be any word. */
const IN_ADDRESS = /^(?:again-)?(?:connection-password|url-password|url-token)$/;

/** secretlint takes an address for one secret. */
const WHOLE_ADDRESS = /^[a-z][\w+.-]*:\/\/[^\s:@/]*:([^\s@]{1,80})(?=@)/i;

/** Whether each finding counts, or does not, wherever it stands: then nothing around it has to be known. */
export function areWeighedAlone(found: readonly Finding[], texts: readonly string[]): boolean {
  return (
    found.every(
      ({ confidence, kind, rule }) => confidence === "high" && !PASSING.has(kind) && !IN_ADDRESS.test(rule),
    ) && !texts.some((text) => isMadeUpRow(text) || WHOLE_ADDRESS.test(text))
  );
}

/** The reason why a finding does not count; `undefined` if it counts. */
function reasonOf(
  finding: Finding,
  text: string,
  around: FindingContext,
  whereItOpens: WhereItOpens,
): Reason | undefined {
  const value = text.slice(...finding.span);
  if (isPublishedValue(value)) return "published";
  if (finding.kind === "private-key") return undefined;
  if (isSaltedHash(finding, text)) return "hash";
  const weighed = weighWord(finding, text, around, whereItOpens);
  if (weighed === "local" || weighed === "common") return weighed;
  if (RANK[weighed] < RANK[around.least] && !(weighed === "medium" && around.counts?.(finding, text))) return "unsure";
  return weighed === "high" ? undefined : reasonOfPlace(around, value);
}

/**
 * How sure a finding is by the word that it holds and the place that the word opens; or the reason why it counts in no
 * place.
 */
function weighWord(
  finding: Finding,
  text: string,
  around: FindingContext,
  whereItOpens: WhereItOpens,
): Confidence | "local" | "common" {
  const { kind } = finding;
  const value = text.slice(...finding.span);
  const password = passwordOfAddress(finding, value);
  const isMadeUp = !around.isUnseen && finding.confidence === "high" && isMadeUpRow(value);
  const confidence = isMadeUp ? "medium" : finding.confidence;
  if (!password && confidence === "high" && !PASSING.has(kind)) return confidence;
  const held = password ?? finding;
  const where = whereOf(held, text, around, whereItOpens);
  const word = text.slice(...held.span);
  if (where === "here" && (isOfSession(finding, around) || isCommon(kind, word))) return "local";
  if (isDefaultPassword(word)) return "common";
  // On a host of the network a word that everybody tries is a word that somebody used.
  const isInUse = where === "elsewhere" && (password !== undefined || /password/.test(kind));
  if (!isInUse && password === undefined && isPasswordWord(word)) return "common";
  if (!isInUse && isWeakWord(kind, word, where)) return "low";
  return password && isWorn(word) ? lower(confidence, "medium") : confidence;
}

/** Whether a password is one that many use, and none that a program made. */
function isWorn(word: string): boolean {
  return !isGenerated(word) && isCommonPassword(word);
}

/** The reason in the place of a finding that is not wholly sure: a new value, a trial, a file of the worktree. */
function reasonOfPlace({ isNew, isTrial, isFile }: FindingContext, value: string): Reason | undefined {
  if (isNew) return "new";
  if (isTrial) return "trial";
  return isFile && !isGenerated(value) ? "file" : undefined;
}

function whereOf(finding: Finding, text: string, around: FindingContext, whereItOpens: WhereItOpens): Where {
  if (around.isLocal) return "here";
  const where = whereItOpens(finding, text);
  return around.isFar && (where === "here" || where === "container") ? "elsewhere" : where;
}

/**
 * Whether a finding is the token of a session that the call itself asks for, or uses; a token in a file or a log may be
 * any.
 */
function isOfSession({ kind }: Finding, { isLocal, isCall }: FindingContext): boolean {
  return PASSING.has(kind) && (isLocal === true || isCall === true);
}

/** Whether a word says that it protects nothing; on this machine also if a part of it does. */
function isWeakWord(kind: string, word: string, where: Where): boolean {
  if (isCommon(kind, word)) return true;
  return (where === "here" || where === "container") && !isGenerated(word) && holdsCommonWord(word);
}

function lower(one: Confidence, other: Confidence): Confidence {
  return RANK[one] < RANK[other] ? one : other;
}

/** The password in an address; `undefined` for another finding. */
function passwordOfAddress(finding: Finding, value: string): Finding | undefined {
  if (IN_ADDRESS.test(finding.rule)) return finding;
  const [beginning = "", password = ""] = WHOLE_ADDRESS.exec(value) ?? [];
  const end = finding.span[0] + beginning.length;
  return password === "" ? undefined : { ...finding, rule: "url-password", span: [end - password.length, end] };
}

/** Hashes that are slow to try, as programs keep them; for a list of a machine's users people take the time. */
const SALTED = pattern()`
  ^(?:\$(?:2[abxy]|argon2(?:id|[id])|scrypt|[567y]|gy|pbkdf2(?:-\w+)?|P|H|S)\$
  |(?:pbkdf2_sha\d+|bcrypt(?:_sha256)?|argon2|scrypt(?::[\d:]+)?)\$|pbkdf2:sha\d+:)
`;

function isSaltedHash({ kind, rule, span: [start, end] }: Finding, text: string): boolean {
  return (
    kind === "password-hash" &&
    !/cracked|ntlm|sam-hash|des-crypt/.test(rule) &&
    SALTED.test(text.slice(start, end)) &&
    !/^:\d{4,6}:/.test(text.slice(end, end + 8))
  );
}

/** Whether a password is common; in base64, as a header has it, `admin:admin` is, too. */
function isCommon(kind: string, value: string): boolean {
  if (isCommonPassword(value)) return true;
  if (kind !== "authorization" || !/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value)) return false;
  const [user, password] = Buffer.from(value, "base64").toString("latin1").split(":");
  return password !== undefined && (isCommonPassword(password) || password === user);
}

import { pattern } from "../../kit/word-pattern.ts";
import type { PersonalKind } from "../../worktree/doors/settings.ts";
import { mergeFindings, type Detector, type Finding } from "../finding.ts";
import { ibanLength, isCard, isIban, isSocialSecurity } from "./checked-numbers.ts";
import { findPhones, LETTERS } from "./phones.ts";

type Span = readonly [start: number, end: number];

const FINDERS: Readonly<Record<PersonalKind, (text: string) => readonly Span[]>> = {
  email: findEmails,
  phone: findPhones,
  card: findCards,
  iban: findIbans,
  ssn: findSocialSecurity,
};

/**
 * A detector for the kinds of personal data that the user chose. Its findings have the confidence `high`, since the
 * user wants them all redacted.
 */
export function personalDetector(kinds: readonly PersonalKind[]): Detector {
  return {
    id: `personal ${kinds.join()}`,
    isCertain: true,
    find: (text) =>
      mergeFindings(
        kinds.flatMap((kind) =>
          FINDERS[kind](text).map((span): Finding => ({ rule: `pii-${kind}`, kind, span, confidence: "high" })),
        ),
      ),
  };
}

/** The most characters of an address before and behind its `@`, by RFC 5321. */
const [LOCAL, DOMAIN] = [64, 255] as const;
const BEFORE_AT = pattern()`(?<![${LETTERS}._%+-])[${LETTERS}][${LETTERS}._%+-]{0,63}$`;
const BEHIND_AT = pattern()`
  ^(?:[${LETTERS}](?:[${LETTERS}-]{0,61}[${LETTERS}])?\.){1,8}
  (?:xn--[a-z0-9-]{2,59}|(?:(?![\d_])[${LETTERS}]){2,24})(?![${LETTERS}@-])
`;
/**
 * The part before the `@` in addresses at which nobody reads mail, or that are no mailboxes: the user of a git remote,
 * a tool's signature under a commit.
 */
const NOBODY = /^(?:git|hg|svn|no-?reply|do-?not-?reply|noreply\..*)$|\+noreply$/i;
/**
 * Endings of files and of systemd units. An address with such an ending is none, since no top-level domain has this
 * name.
 */
const NO_DOMAIN = pattern("i")`
  \.(?:png|jpe?g|gif|webp|svg|ico|css|scss|js|mjs|ts|tsx|jsx|json|ya?ml|toml|lock
  |service|socket|target|timer|mount|slice|device|local|internal|noreply\.github\.com)$
`;
/** The text before a login that looks like a mail address: a login in a URL, or for a shell on another machine. */
const LOGIN = /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/@]{0,200}$|\b(?:ssh|scp|sftp|mosh|rsync|ssh-copy-id)\b[^\n;|&]{0,120}$/i;

function findEmails(text: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const local = BEFORE_AT.exec(text.slice(Math.max(0, at - LOCAL - 1), at))?.[0];
    const domain = local && BEHIND_AT.exec(text.slice(at + 1, at + 1 + DOMAIN + 1))?.[0];
    if (!local || !domain || NOBODY.test(local) || NO_DOMAIN.test(domain)) continue;
    const [start, end] = [at - local.length, at + 1 + domain.length];
    // `deploy@host.example:/srv` is a path on another machine.
    if (/^:[^\s:]/.test(text.slice(end, end + 2)) && !/^mailto:$/i.test(text.slice(start - 7, start))) continue;
    if (!LOGIN.test(text.slice(Math.max(0, start - 240), start))) found.push([start, end]);
  }
  return found;
}

/** Digits, one by one or in the groups that are printed on cards, all with the same sign between them. */
const DIGITS = pattern("g")`
  (?<![${LETTERS}-])(?<!\d\.)
  \d(?:\d{12,18}|\d{3}([ -])(?:\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{6}\1\d{4,5}))
  (?![${LETTERS}])(?!-\d|\.\d)
`;

function findCards(text: string): Span[] {
  return [...text.matchAll(DIGITS)]
    .filter(([whole]) => isCard(whole.replace(/\D/g, "")))
    .map(({ 0: whole, index }) => [index, index + whole.length]);
}

const LETTER = pattern()`[${LETTERS}]`;
const COUNTRY = pattern("g")`(?<![${LETTERS}-])[A-Za-z]{2}\d{2}(?=[ -]?[A-Za-z0-9]{3})`;

function findIbans(text: string): Span[] {
  return [...text.matchAll(COUNTRY)].flatMap(({ 0: head, index }) => {
    const length = ibanLength(head.slice(0, 2).toUpperCase());
    // Hashes have small letters. So a number with small letters is a finding only if it is in groups, as people write
    // it.
    const isCapital = head === head.toUpperCase();
    const [written, end] = length === undefined ? ["", 0] : takeGroups(text, index, length);
    const isGrouped = end - index > written.length;
    const fits = (isCapital || isGrouped) && isIban(written.toUpperCase()) && !LETTER.test(text[end] ?? "");
    return fits ? [[index, end] as const] : [];
  });
}

/**
 * The first `length` letters and digits from `from` on, and the index behind the last one. At most one blank or dash
 * stands between two of these characters.
 */
function takeGroups(text: string, from: number, length: number): [string, number] {
  let written = "";
  let at = from;
  for (; written.length < length && at < text.length; at += 1) {
    const letter = text[at]!;
    if (/[A-Za-z0-9]/.test(letter)) written += letter;
    else if (!/[ \u00a0-]/.test(letter) || !/[A-Za-z0-9]/.test(text[at + 1] ?? "")) break;
  }
  return [written, at];
}

const GROUPED = pattern("g")`(?<![${LETTERS}-])(?<!\d\.)\d{3}([ -])\d{2}\1\d{4}(?![${LETTERS}])(?!-\d|\.\d)`;
/** A social security number behind a word for it. Without such a word nine digits in a row may be anything. */
const NAMED =
  /\b(?:ssn|social[ _-]?security(?:[ _-]?(?:number|no\.?|nr\.?|#))?)\b[\s"':=#-]{1,8}(?:is\s)?(\d{9})(?!\d)/dgi;

function findSocialSecurity(text: string): Span[] {
  const grouped = [...text.matchAll(GROUPED)]
    .filter(([whole]) => isSocialSecurity(whole.replace(/\D/g, "")))
    .map(({ 0: whole, index }): Span => [index, index + whole.length]);
  const named = [...text.matchAll(NAMED)]
    .filter(([, digits]) => isSocialSecurity(digits!))
    .map((match): Span => match.indices![1]!);
  return [...grouped, ...named];
}

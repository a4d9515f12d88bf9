import {
  ENVIRONMENT,
  farPath,
  filesRead,
  holdsEnvironment,
  printsEnvironment,
  requestOf,
  sends,
  WHOLE_ENVIRONMENT,
} from "../../shell/doors/effects.ts";
import { kindOf, namesWith } from "../../shell/doors/programs.ts";
import { anyOf } from "../../kit/word-pattern.ts";
import { THIS_MACHINE } from "../hosts.ts";
import type { HarmRule, CommandView } from "./rule.ts";

const HERE = new RegExp(String.raw`^(?:https?:\/\/)?(?:[\w.-]+@)?(?:${THIS_MACHINE})(?:[:/]|$)`, "i");

/** The rule for commands that send a file of secrets away: no checkpoint can undo that. */
export const SEND: HarmRule = {
  name: "send-secret-file",
  level: "unrecorded",
  programs: namesWith("sends"),
  words: [],
  does: "sends a file of secrets to another machine or service",
  instead: "Send only what is needed, without the secrets, or leave it to the person.",
  matches: (view) => sentBy(view).length > 0,
  sends: sentBy,
};

/** Functions of code that send data. */
const POSTS = anyOf(String.raw`
  \bfetch\s?\( \b(?:requests|httpx|axios|got|session)\.(?:post|put|patch|get|request)\b \baxios\s?\( urlopen
  https?\.request\b \burllib Net::HTTP LWP:: \bcurl_ file_get_contents http\.client \.connect\( sendBeacon
`);
/** Matches an address (`https://…`) of any other machine than this one. */
const FAR = new RegExp(String.raw`https?://(?!(?:[\w.-]+@)?(?:${THIS_MACHINE})(?:[:/"'\x60]|$))`, "i");

/** The rule for commands that send all variables of the environment away, keys and passwords included. */
export const SEND_ENVIRONMENT: HarmRule = {
  name: "send-environment",
  level: "unrecorded",
  programs: "*",
  byRedirection: "any",
  // The gate already has the names of programs that send data, from the table of programs.
  words: /\bprocess\.env\b|\bos\.environ\b|%ENV\b|\bENV\.|\$_ENV\b|getenv\(\)/,
  does: "sends the whole environment to another machine or service, with every key and password in it",
  instead: "Send the variables that are needed by their names, or leave it to the person.",
  matches: (view) => {
    const { name, own, fed, writes, appends, elsewhere, isLeaving } = view;
    if (isCodeThatSends(view)) return true;
    const isTold = [...own, ...fed].some(holdsEnvironment) || printsEnvironment(name, own);
    if ([...writes, ...appends].some((file) => file.startsWith("/dev/tcp/"))) return isTold;
    if (isLeaving && elsewhere?.isMachine && fed.includes(ENVIRONMENT)) return true;
    if (!sends(name, own) || isToHere(own)) return false;
    return [...own, ...fed].some(holdsEnvironment) || sentBy(view).some((word) => view.holdsEnvironment(word));
  },
};

function isCodeThatSends({ name, own, fed }: CommandView): boolean {
  if (kindOf(name) !== "code") return false;
  return [...own, ...fed].some((text) => WHOLE_ENVIRONMENT.test(text) && POSTS.test(text) && FAR.test(text));
}

function isToHere(own: readonly string[]): boolean {
  return own.some((word) => HERE.test(word)) && !own.some((word) => isFar(word) && !HERE.test(word));
}

/** The words that may name a file which a command sends to another machine. */
function sentBy({ name, own, piped, carried }: CommandView): readonly string[] {
  if (isToHere(own)) return [];
  if (!sends(name, own)) return [];
  if (carried) return isFar(carried.target ?? "") ? carried.sources.filter((word) => !isFar(word)) : [];
  const { files } = requestOf(name, own) ?? filesRead(name, own);
  return [...files.filter((file) => !file.startsWith("file:")), ...piped];
}

function isFar(word: string): boolean {
  return farPath(word) !== undefined;
}

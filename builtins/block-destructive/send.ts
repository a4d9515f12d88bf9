import {
  ENVIRONMENT,
  farPath,
  filesRead,
  holdsEnvironment,
  looksUp,
  printsEnvironment,
  requestOf,
  sends,
  WHOLE_ENVIRONMENT,
} from "../../shell/doors/effects.ts";
import { valuesOf } from "../../shell/doors/options.ts";
import { kindOf } from "../../shell/doors/programs.ts";
import { THIS_MACHINE } from "../hosts.ts";
import { filesInCode } from "../secret-files/files-in-code.ts";
import { MAY_BE_SECRET } from "../secret-files/may-be-secret.ts";
import { isConnection, MAY_CONNECT, sendsFar } from "./connections.ts";
import type { HarmRule, CommandView } from "./rule.ts";
import { SECRET_NAME } from "./secrets-read.ts";

const HERE = new RegExp(String.raw`^(?:https?:\/\/)?(?:[\w.-]+@)?(?:${THIS_MACHINE})(?:[:/]|$)`, "i");

/** The rule for commands that send a file of secrets away: no checkpoint can undo that. */
export const SEND: HarmRule = {
  name: "send-secret-file",
  level: "unrecorded",
  programs: "*",
  byRedirection: "any",
  // The gate already has the names of programs that send data, from the table of programs.
  words: MAY_CONNECT,
  does: "sends a file of secrets to another machine or service",
  instead: "Send only what is needed, without the secrets, or leave it to the person.",
  matches: (view) => secretsSent(view).length > 0,
  sends: secretsSent,
};

/**
 * Options of requests for a login. A single value of a file of secrets in one of these is used as what it is: `curl -H
 * "Authorization: Bearer $(grep ^TOKEN= .env | cut -d= -f2)"`.
 */
const LOGINS = "Hub --header --user --oauth2-bearer --cookie --token --password";

/** The results of `secretsSent`: files that later commands write say nothing of an earlier command. */
const SENT = new WeakMap<CommandView, readonly string[]>();

/** The words that may name files of secrets which a command sends, or whose content it sends. */
function secretsSent(view: CommandView): readonly string[] {
  const known = SENT.get(view);
  if (known) return known;
  const sent = findSent(view);
  SENT.set(view, sent);
  return sent;
}

function findSent(view: CommandView): readonly string[] {
  const { name, own, fed } = view;
  if (kindOf(name) === "code") return sentByCode(view);
  if (!goesOut(view)) return NONE;
  const named = sentBy(view);
  const logins = valuesOf(own, LOGINS);
  const isLogin = (word: string) => logins.some((value) => value !== "" && word.endsWith(value));
  const passed = [
    ...view.secretsIn([...fed, ...own.filter((word) => !isLogin(word)), ...readByItself(view)]),
    ...view.secretsIn(logins).filter(({ isPicked }) => !isPicked),
  ];
  if (view.loaded !== undefined && postsVariable(view)) passed.push({ path: view.loaded, isPicked: true });
  const copies = named.flatMap((word) => view.secretsIn(view.contentsOf(word)));
  return [...named, ...[...passed, ...copies].map(({ path }) => path), ...inAddresses(view)];
}

/**
 * Matches a variable with a secret by its name, and the body of a request for a login, of which such a value is a part.
 */
const SECRET_VARIABLE = new RegExp(String.raw`\$\{?${SECRET_NAME}`, "i");
const LOGIN = /\bgrant_type\b/;

/** Whether the body of a request holds a variable with a secret, whose value the guard does not know. */
function postsVariable({ name, own, fed }: CommandView): boolean {
  const request = requestOf(name, own);
  const texts = [...(request?.bodies ?? []), ...fed];
  return (
    request !== undefined && texts.some((text) => SECRET_VARIABLE.test(text)) && !texts.some((text) => LOGIN.test(text))
  );
}

/** The marks of files that a program without a connection of its own reads: `cat .env > /dev/tcp/…`. */
function readByItself({ name, own, reads }: CommandView): readonly string[] {
  return reads === undefined || sends(name, own) ? NONE : [reads];
}

/** Whether the words and the input of a command go to another machine. */
function goesOut({ name, own, writes, appends, elsewhere, isLeaving, isConnected, reads }: CommandView): boolean {
  if ([...writes, ...appends].some(isConnection)) return true;
  if (isLeaving && elsewhere?.isMachine) return true;
  if (isConnected && reads !== undefined) return true;
  return (sends(name, own) || looksUp(name)) && !isToHere(own);
}

/** The parts of addresses that may name a file, since a loop over a file's lines has the file's name in their place. */
function inAddresses({ name, own }: CommandView): readonly string[] {
  if (looksUp(name)) return own.filter((word) => MAY_BE_SECRET.test(word));
  return own
    .filter((word) => /^https?:\/\//.test(word))
    .flatMap((word) => word.split(/[?&=#]/).slice(1))
    .filter((part) => MAY_BE_SECRET.test(part));
}

/** Matches code that reads its input. */
const READS_INPUT = /\b(?:stdin|STDIN|ARGF)\b|\breadFileSync\(\s{0,4}0\b|<>|\bfileinput\b/;

/** The input of code that sends what it reads there to another machine; else nothing. */
function inputSent({ own, fed }: CommandView): readonly string[] {
  return own.some((code) => READS_INPUT.test(code) && sendsFar(code)) ? fed : NONE;
}

/** The files that code names and may read, if the code sends data to another machine. */
function sentByCode(view: CommandView): readonly string[] {
  const { name, own, fed, secretsIn } = view;
  const texts = [...own, ...fed].filter((text) => MAY_BE_SECRET.test(text) && sendsFar(text));
  const passed = secretsIn([...[...own, ...fed].filter(sendsFar), ...inputSent(view)]).map(({ path }) => path);
  if (texts.length === 0) return passed;
  return [...filesInCode(name, own, fed).filter((file) => MAY_BE_SECRET.test(file)), ...passed];
}

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
    if ([...writes, ...appends].some(isConnection) || view.isConnected) return isTold;
    if (isLeaving && elsewhere?.isMachine && fed.includes(ENVIRONMENT)) return true;
    if (!(sends(name, own) || looksUp(name)) || isToHere(own)) return false;
    return (
      [...own, ...fed].some(holdsEnvironment) ||
      sentBy(view).some((word) => view.contentsOf(word).includes(ENVIRONMENT))
    );
  },
};

function isCodeThatSends(view: CommandView): boolean {
  const { name, own, fed } = view;
  if (kindOf(name) !== "code") return false;
  if (inputSent(view).some(holdsEnvironment)) return true;
  return [...own, ...fed].some((text) => WHOLE_ENVIRONMENT.test(text) && sendsFar(text));
}

function isToHere(own: readonly string[]): boolean {
  return own.some((word) => HERE.test(word)) && !own.some((word) => isFar(word) && !HERE.test(word));
}

/** The words that may name a file which a command sends to another machine. */
function sentBy({ name, own, piped, carried }: CommandView): readonly string[] {
  if (!sends(name, own) || isToHere(own)) return NONE;
  if (carried) return isFar(carried.target ?? "") ? carried.sources.filter((word) => !isFar(word)) : [];
  const { files } = requestOf(name, own) ?? filesRead(name, own);
  return [...files.filter((file) => !file.startsWith("file:")), ...piped];
}

const NONE: readonly string[] = [];

function isFar(word: string): boolean {
  return farPath(word) !== undefined;
}

import { carriedBy, farPath, filesRead, requestOf, sends } from "../../shell/effects.ts";
import { namesWith } from "../../shell/programs.ts";
import { THIS_MACHINE } from "../hosts.ts";
import type { HarmRule, CommandView } from "./rule.ts";

const HERE = new RegExp(String.raw`^(?:https?:\/\/)?(?:[\w.-]+@)?(?:${THIS_MACHINE})(?:[:/]|$)`, "i");

/** Sends a file of secrets away: no checkpoint takes that back. */
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

/** Words that may name a file which is sent. */
function sentBy({ name, own, piped }: CommandView): readonly string[] {
  if (own.some((word) => HERE.test(word)) && !own.some((word) => isFar(word) && !HERE.test(word))) return [];
  if (!sends(name, own)) return [];
  const carried = carriedBy(name, own);
  if (carried) return isFar(carried.target ?? "") ? carried.sources.filter((word) => !isFar(word)) : [];
  const { files } = requestOf(name, own) ?? filesRead(name, own);
  return [...files.filter((file) => !file.startsWith("file:")), ...piped];
}

function isFar(word: string): boolean {
  return farPath(word) !== undefined;
}

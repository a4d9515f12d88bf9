import { pattern } from "../../kit/word-pattern.ts";
import { requestOf } from "../../shell/doors/effects.ts";
import { valuesOf } from "../../shell/doors/options.ts";
import { namesOfKind } from "../../shell/doors/programs.ts";
import { isOfTests } from "../../worktree/doors/worktree.ts";
import { hostOf, isNear } from "../hosts.ts";
import { lossesInMutations } from "./mutations.ts";
import type { HarmRule, CommandView } from "./rule.ts";

/** The rule for requests by which a remote server deletes something. */
export const REQUESTS: HarmRule = {
  name: "delete-by-request",
  level: "unrecorded",
  programs: `${namesOfKind("send")} gh`,
  words: pattern()`
    \b(?:delete|destroy|remove|purge|dele|rmd)(?![a-z])|\b(?:delete|destroy|remove|purge)(?:_|[a-z])|_delete_by_query
    |\bmutation\b
  `,
  does: "tells a server to delete something, which no checkpoint holds",
  instead: "Try it on a server of this machine, or leave it to the person.",
  matches: (view) =>
    (view.name === "gh" && isGraphDeletion(view.own)) ||
    deletesAt(view).some((host) => !isNear(host) && !isOfTests(host)),
};

/** Whether a text holds a GraphQL mutation that deletes: `mutation { deleteProject(id: 1) { id } }`. */
function isGraphDeletion(texts: readonly string[]): boolean {
  return texts.some((text) => lossesInMutations(text).length > 0);
}

/** Whether curl sends commands of FTP that delete: `-Q 'DELE x'`. */
function isFtpDeletion(own: readonly string[]): boolean {
  return valuesOf(own, "Q --quote").some((text) => /^[-+*]?(?:dele|rmd)\b/i.test(text));
}

/** The hosts to which a command sends a request for a deletion. */
function deletesAt({ name, own }: CommandView): readonly string[] {
  const request = requestOf(name, own);
  const isDelete = /^delete$/i.test(request?.method ?? "");
  const isTold = isDelete || isGraphDeletion(request?.bodies ?? []) || isFtpDeletion(own);
  // A server without DELETE has the verb in the path: `POST /apps/shop/actions/destroy`.
  const isPosted = /^(?:post|put)$/i.test(request?.method ?? "");
  const isNamed = (word: string) =>
    /\/_delete_by_query(?:\?|$)/.test(word) || (isPosted && /\/(?:delete|destroy|purge|wipe)(?:\?|$)/i.test(word));
  const told = request?.operands.filter((word) => isTold || isNamed(word)) ?? [];
  return told.flatMap((word) => hostOf(word) ?? []);
}

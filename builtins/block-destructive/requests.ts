import { requestOf } from "../../shell/effects.ts";
import { namesOfKind } from "../../shell/programs.ts";
import { hostOf, isNear } from "../hosts.ts";
import { isOfTests } from "./names-of-tests.ts";
import type { HarmRule, CommandView } from "./rule.ts";

/** Requests that tell a server far away to delete something. */
export const REQUESTS: HarmRule = {
  name: "delete-by-request",
  level: "unrecorded",
  programs: namesOfKind("send"),
  does: "tells a server to delete something, which no checkpoint holds",
  instead: "Try it on a server of this machine, or leave it to the person.",
  matches: (view) => deletesAt(view).some((host) => !isNear(host) && !isOfTests(host)),
};

/** The hosts that are told to. */
function deletesAt({ name, own }: CommandView): readonly string[] {
  const request = requestOf(name, own);
  const isDelete = /^delete$/i.test(request?.method ?? "");
  const told = request?.operands.filter((word) => isDelete || /\/_delete_by_query(?:\?|$)/.test(word)) ?? [];
  return told.flatMap((word) => hostOf(word) ?? []);
}

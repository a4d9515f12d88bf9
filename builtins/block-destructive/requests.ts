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
  hits: [
    "curl -XDELETE http://es.example.com:9200/_all",
    "curl -s -X DELETE https://api.example.com/users/1",
    "curl --request=DELETE api.example.com/users/1",
    "http DELETE https://api.example.com/users/1",
    "curl -XPOST https://es.example.com/orders/_delete_by_query -d '{}'",
    "wget --method=DELETE https://api.example.com/users/1",
  ],
  misses: [
    "curl -X DELETE http://localhost:3000/api/users/1",
    "curl -X DELETE http://192.168.1.2/api/users/1",
    "curl -X DELETE http://api:8080/users/1",
    'curl -X DELETE "$BASE_URL/users/1" -o out.json',
    "curl -X DELETE http://localhost:9200/x -o out.json -d '{}'",
    "curl -X DELETE https://api.test.example.com/users/1",
    "curl https://api.example.com/delete",
    "curl -X POST https://api.example.com -d DELETE",
  ],
};

/** The hosts that are told to. */
function deletesAt({ name, own }: CommandView): readonly string[] {
  const request = requestOf(name, own);
  const isDelete = /^delete$/i.test(request?.method ?? "");
  const told = request?.operands.filter((word) => isDelete || /\/_delete_by_query(?:\?|$)/.test(word)) ?? [];
  return told.flatMap((word) => hostOf(word) ?? []);
}

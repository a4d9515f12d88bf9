import { requestOf } from "../../shell/effects.ts";
import { valuesOf } from "../../shell/read-options.ts";
import { hostOf, isNear } from "./hosts.ts";
import { isOfTests } from "./names-of-tests.ts";
import type { HarmRule, CommandView } from "./rule.ts";

/** Requests that tell a server far away to delete something. */
export const REQUESTS: HarmRule = {
  name: "delete-by-request",
  level: "unrecorded",
  programs: "curl wget http https xh iwr irm invoke-webrequest invoke-restmethod gh",
  does: "tells a server to delete something, which no checkpoint holds",
  instead: "Try it on a server of this machine, or leave it to the person.",
  matches: (view) =>
    (view.name === "gh" && isGraphDeletion(view.own)) ||
    deletesAt(view).some((host) => !isNear(host) && !isOfTests(host)),
  hits: [
    "curl -XDELETE http://es.example.com:9200/_all",
    "curl -s -X DELETE https://api.example.com/users/1",
    "curl --request=DELETE api.example.com/users/1",
    "http DELETE https://api.example.com/users/1",
    "curl -XPOST https://es.example.com/orders/_delete_by_query -d '{}'",
    "wget --method=DELETE https://api.example.com/users/1",
    'pwsh -c "Invoke-RestMethod -Method Delete https://api.example.com/v1/x"',
    'curl https://api.example.com/graphql -d \'{"query":"mutation { deleteProject(id: 1) { id } }"}\'',
    "gh api graphql -f query='mutation { deleteRef(input: {refId: \"x\"}) { clientMutationId } }'",
    "curl -Q 'DELE x.zip' ftp://ftp.example.com",
    "python3 -c \"import requests; requests.delete('https://api.example.com/v1/x')\"",
    "node -e \"fetch('https://api.example.com/v1/x',{method:'DELETE'})\"",
    "node -e \"axios.delete('https://api.example.com/v1/x')\"",
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
    'curl https://api.example.com/graphql -d \'{"query":"query { deletedProjects { id } }"}\'',
    "node -e \"fetch('http://localhost:3000/x',{method:'DELETE'})\"",
    "node -e \"fetch('https://api.example.com/x',{method:'GET'})\"",
  ],
};

/** `mutation { deleteProject(id: 1) { id } }` */
function isGraphDeletion(texts: readonly string[]): boolean {
  return texts.some((text) =>
    /\bmutation\b[^]{0,400}?\b(?:delete|destroy|remove|purge)(?:_|[A-Z])\w{0,80}\s?[({]/.test(text),
  );
}

/** Commands of FTP that curl sends: `-Q 'DELE x'`. */
function isFtpDeletion(own: readonly string[]): boolean {
  return valuesOf(own, "Q --quote").some((text) => /^[-+*]?(?:dele|rmd)\b/i.test(text));
}

/** The hosts that are told to. */
function deletesAt({ name, own }: CommandView): readonly string[] {
  const request = requestOf(name, own);
  const isDelete = /^delete$/i.test(request?.method ?? "");
  const isTold = isDelete || isGraphDeletion(request?.bodies ?? []) || isFtpDeletion(own);
  const told = request?.operands.filter((word) => isTold || /\/_delete_by_query(?:\?|$)/.test(word)) ?? [];
  return told.flatMap((word) => hostOf(word) ?? []);
}

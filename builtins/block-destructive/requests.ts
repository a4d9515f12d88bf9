import { operandsOf } from "../../shell/read-options.ts";
import { hostOf, isNear } from "./hosts.ts";
import { isOfTests } from "./names-of-tests.ts";
import type { Rule, View } from "./rule.ts";

/** Options of these programs with a value. */
const VALUES =
  "AbcCdDeEFhHKmoOPQTuUwXxyYz --output --header --data --data-raw --data-binary --data-urlencode --data-ascii --json --user --request --method --form --cookie --cookie-jar --max-time --write-out --cert --key --cacert --proxy --upload-file --body-data --body-file --retry --connect-timeout";

/** Requests that tell a server far away to delete something. */
export const REQUESTS: Rule = {
  name: "delete-by-request",
  level: "unrecorded",
  programs: "curl wget http https xh",
  does: "tells a server to delete something, which no checkpoint holds",
  instead: "Try it on a server of this machine, or leave it to the person.",
  matches: (view) => isDelete(view) && addressesOf(view.own).some((host) => !isNear(host) && !isOfTests(host)),
  hits: [
    "curl -XDELETE http://es.example.com:9200/_all",
    "curl -s -X DELETE https://api.example.com/users/1",
    "curl --request=DELETE api.example.com/users/1",
    "http DELETE https://api.example.com/users/1",
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

/** Hosts that are asked: of what has a scheme, or else of the words that are no values of options. */
function addressesOf(own: readonly string[]): readonly string[] {
  const words = own.map((word) => word.replace(/^--url=/, ""));
  const full = words.filter((word) => /^https?:\/\//i.test(word));
  return (full.length > 0 ? full.slice(0, 1) : operandsOf(words, VALUES)).flatMap((word) => hostOf(word) ?? []);
}

function isDelete({ name, own }: View): boolean {
  if (name === "curl")
    return own.some(
      (word, at) =>
        /^(?:-[a-zA-Z]*X|--request=)DELETE$/i.test(word) ||
        (/^(?:-[a-zA-Z]*X|--request)$/.test(word) && /^delete$/i.test(own[at + 1] ?? "")),
    );
  if (name === "wget")
    return own.some((word, at) => /^--method(?:=delete)?$/i.test(word) && isGiven(word, own[at + 1]));
  return /^delete$/i.test(own.find((word) => !word.startsWith("-")) ?? "");
}

function isGiven(option: string, next = ""): boolean {
  return option.includes("=") || /^delete$/i.test(next);
}

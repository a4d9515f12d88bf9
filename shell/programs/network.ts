import type { Program } from "../program.ts";

/** `@file`, `name=@file`, `name=<file`, `file://…` */
const TAKEN_ALONG = /^(?:-[dF]|--[\w-]+=)?(?:[\w.-]+=?)?[@<]([^;]+)|^(file:\/\/.+)/s;

/** Programs that ask servers or send them something. */
export const NETWORK: readonly Program[] = [
  { names: "ping dig nslookup host whois", kind: "look" },
  {
    names: "curl",
    kind: "send",
    reads: TAKEN_ALONG,
    options: {
      method: "X --request",
      body: "dF --data --data-raw --data-binary --data-urlencode --data-ascii --form --form-string --json --url-query",
      upload: "T --upload-file",
      output:
        "ocD --output --cookie-jar --dump-header --trace --trace-ascii --stderr --hsts --alt-svc --etag-save --libcurl",
      other:
        "AbCeEHhKmPQtUuwxYyz --header --proxy-header --user --proxy-user --cookie --oauth2-bearer --user-agent --referer --url --cert --key --pass --max-time --write-out --cacert --proxy --retry --connect-timeout",
    },
  },
  {
    names: "wget",
    kind: "send",
    reads: TAKEN_ALONG,
    options: {
      method: "--method",
      body: "--post-data --body-data",
      upload: "--post-file --body-file",
      output: "Ooa --output-document --output-file --append-output --save-cookies",
      other:
        "PtTUeiw --header --http-user --http-password --user --password --user-agent --referer --proxy-user --proxy-password --load-cookies",
    },
  },
  {
    names: "http https xh",
    kind: "send",
    reads: TAKEN_ALONG,
    options: { output: "o --output", other: "a --auth --session" },
  },
];

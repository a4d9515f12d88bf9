import type { Program } from "../program.ts";

/** Matches an argument whose file is sent along: `@file`, `name=@file`, `name=<file`, `file://…`. */
const TAKEN_ALONG = /^(?:-[dF]|--[\w-]+=)?(?:[\w.-]+=?)?[@<](?!-$)([^;]+)|^(file:\/\/.+)/s;
const CURL: Program["options"] = {
  method: "X --request",
  body: `dF --data --data-raw --data-binary --data-urlencode --data-ascii --form --form-string --json --url-query`,
  upload: "T --upload-file",
  output: "o --output",
  log: "cD --cookie-jar --dump-header --trace --trace-ascii --stderr --hsts --alt-svc --etag-save --libcurl",
  other: `AbCeEHhKmPQtUuwxYyz --header --proxy-header --user --proxy-user --cookie --oauth2-bearer --user-agent
    --referer --cert --key --pass --max-time --write-out --cacert --proxy --retry --connect-timeout`,
};
const WGET: Program["options"] = {
  method: "--method",
  body: "--post-data --body-data",
  upload: "--post-file --body-file",
  output: "O --output-document",
  log: "oa --output-file --append-output --save-cookies",
  other: `PtTUeiw --header --http-user --http-password --user --password --user-agent --referer --proxy-user
    --proxy-password --load-cookies`,
};
const HTTPIE: Program["options"] = { body: "--raw", output: "o --output", other: "aps --auth --print --style" };

const INVOKE: Program["options"] = {
  method: "-method",
  body: "-body",
  upload: "-infile",
  output: "-outfile",
  other: "-headers -contenttype -useragent -credential -timeoutsec",
};

const COPIES = /^(?:cp|copy|copyto|mv|move|sync|rsync|upload)$/;

/** Programs that send requests or data to servers. */
export const NETWORK: readonly Program[] = [
  { names: "ping dig nslookup host whois", kind: "look", looksUp: true },
  { names: "drill kdig delv getent resolvectl", looksUp: true },
  { names: "curl", kind: "send", options: CURL, reads: TAKEN_ALONG, acts: /^-\w*O|^--remote-(?:name|header)/ },
  { names: "wget", kind: "send", options: WGET, reads: TAKEN_ALONG, acts: () => true },
  { names: "http https xh", kind: "send", options: HTTPIE, reads: TAKEN_ALONG, acts: /^-\w*d|^--download/ },
  { names: "iwr invoke-webrequest irm invoke-restmethod", kind: "send", options: INVOKE },
  // Methods of .NET's web client: `(New-Object Net.WebClient).DownloadString('…')`.
  { names: ".downloadstring .downloaddata", kind: "send" },
  { names: "iwr invoke-webrequest irm invoke-restmethod", sends: true },
  { names: "curl wget http https xh ssh telnet ftp lftp sendmail nc ncat netcat", sends: true },
  { names: "openssl", sends: true, readsIf: /^s_client$/ },
  { names: "nc ncat netcat", connects: /^-\w*[ec]$|^--(?:sh-|lua-)?exec/ },
  { names: "telnet socat", connects: () => false },
  { names: "mail mutt", sends: true, options: { upload: "a --attach" } },
  { names: "socat", sends: true, reads: /(?:^|[:,])(?:file|g?open):([^,]+)/i },
  { names: "scp", sends: true, carries: "copy", spares: () => true, options: { other: "cDFiJloPSX" } },
  { names: "sftp rclone", sends: true, carries: "copy", spares: () => true },
  // Clients of services, with the verbs that copy files.
  {
    names: "aws gsutil gcloud az docker podman kubectl oc",
    sends: true,
    carries: "copy",
    spares: () => true,
    readsIf: COPIES,
  },
  {
    names: "aws gcloud az",
    sends: true,
    readsIf: /^(?:put-object|upload(?:-batch)?)$/,
    options: { upload: "f --body --file" },
  },
  {
    names: "gh glab",
    sends: true,
    reads: 2,
    readsIf: /^(?:gist|snippet|release)$/,
    options: { other: "R --repo" },
  },
];

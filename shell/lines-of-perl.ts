/** A loop of Perl over the lines of a file or of the input: `while (my $f = <F>)`, `while (<>)`. */
const READS = /\bwhile\s{0,4}\(\s{0,4}(?:(?:my\s{1,4})?(\$\w{1,40})\s{0,4}=\s{0,4})?<(\$?\w{0,40})>\s{0,4}\)/g;
/** The file that a handle of Perl reads: `open(F, "<", "list")`. */
const OPENS =
  /\bopen\s{0,4}\(?\s{0,4}(?:my\s{1,4})?(\$?\w{1,40})\s{0,4},\s{0,4}(?:["']<[^"'\n]{0,40}["']\s{0,4},\s{0,4})?(["'](?!\s{0,4}[>+|])[^"'\n]{1,500}["'])/g;
/** A deletion of the file that `$_` names. */
const OF_TOPIC = /\bunlink\s{0,4}(?=[;}\n]|$|if\b)/g;

/** Perl's loops over lines as loops over a list, and functions without an argument with the one that Perl takes. */
export function withLinesOfPerl(code: string): string {
  if (!/<\$?\w{0,40}>|\bunlink\b/.test(code)) return code;
  const files = new Map(
    [...code.matchAll(OPENS)].map(([, handle = "", file = ""]) => [handle, file.replace(/^(["'])<\s{0,4}/, "$1")]),
  );
  return code.replace(OF_TOPIC, "unlink $_ ").replace(READS, (whole, name: string | undefined, handle: string) => {
    const file = files.get(handle);
    const list = handle === "" || handle === "STDIN" ? "$stdin" : file && `open(${file})`;
    return list ? `for ${name ?? "$_"} (${list})` : whole;
  });
}

import type { BlameAuthor, BlameView } from "../../web/ui/api.ts";
import { hrefOf } from "../route.ts";
import { ago, moment, printable } from "../words.ts";

/** The author of each line on the newer side. */
export type LineBlame = BlameView;

interface WhoProps {
  readonly blame: LineBlame;
  /**
   * The number of the line on the newer side; `above` is that of the line in the table's row above. `undefined` for a
   * deleted line.
   */
  readonly line: number | undefined;
  readonly above: number | undefined;
}

/** The cell with a line's author; empty if the line above has the same author. */
export function Who({ blame, line, above }: WhoProps) {
  const author = authorAt(blame, line);
  if (!author || (author === authorAt(blame, above) && line === above! + 1)) return <td class="who" />;
  const words = printable(author.title ?? author.command ?? author.tool ?? "");
  const who = { agent: printable(author.agent ?? "an agent"), you: "you", before: "before snapveil" }[author.by];
  const when = author.at === undefined ? "" : `${ago(author.at, Date.now())}`;
  const title = [words, who, author.at === undefined ? "" : moment(author.at)].filter((one) => one !== "").join(", ");
  return (
    <td class="who" title={title}>
      {author.id === undefined ? (
        <span>{[who, when].filter((one) => one !== "").join(", ")}</span>
      ) : (
        <a href={hrefOf({ view: "timeline", id: author.id })}>{words === "" ? `${who}, ${when}` : words}</a>
      )}
    </td>
  );
}

function authorAt({ authors, lines }: LineBlame, line: number | undefined): BlameAuthor | undefined {
  return line === undefined ? undefined : authors[lines[line - 1] ?? -1];
}

import { sha256 } from "../../../kit/hash.ts";
import type { Place } from "../../place.ts";
import type { Places } from "../../places.ts";
import { idFor, type ListedHunk } from "../hunks/choose-hunks.ts";
import { prefixFrom, type Part } from "./join-results.ts";

/** The hunks of a step in several repositories as one list. */
export interface JointHunks {
  /** The hunks, numbered from 1 over all repositories, with paths relative to the common root. */
  readonly listed: readonly ListedHunk[];
  /**
   * The ids of chosen hunks for each repository; a repository without a chosen one is left out.
   * @param words numbers and ids as the list has them; absent means all
   * @throws UserError if the list has no such hunk
   */
  chosenIn(words: readonly string[] | undefined): ReadonlyMap<Place, readonly string[]>;
}

/** @param parts the result of the dry run in each repository */
export function joinHunks({ root }: Places, parts: readonly Part[]): JointHunks {
  const listed: ListedHunk[] = [];
  const owners = new Map<string, { readonly place: Place; readonly id: string }>();
  for (const [place, { hunks = [] }] of parts) {
    const prefix = prefixFrom(root, place);
    for (const hunk of hunks) {
      // Make a new id if it is taken: equal changes of files with equal paths have equal ids, even in two repositories.
      const id = owners.has(hunk.id) ? sha256(prefix + hunk.id).slice(0, hunk.id.length) : hunk.id;
      const renamed = (own: string) => id + own.slice(hunk.id.length);
      owners.set(id, { place, id: hunk.id });
      for (const part of hunk.parts) owners.set(renamed(part.id), { place, id: part.id });
      listed.push({
        ...hunk,
        id,
        number: listed.length + 1,
        path: prefix + hunk.path,
        ...(hunk.former !== undefined && { former: prefix + hunk.former }),
        parts: hunk.parts.map((part) => ({ ...part, id: renamed(part.id) })),
      });
    }
  }
  return {
    listed,
    chosenIn(words) {
      const chosen = new Map<Place, string[]>();
      for (const word of words?.map((one) => idFor(one, listed)) ?? listed.map(({ id }) => id)) {
        const { place, id } = owners.get(word)!;
        chosen.set(place, [...(chosen.get(place) ?? []), id]);
      }
      return chosen;
    },
  };
}

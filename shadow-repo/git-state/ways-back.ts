import { inShell } from "../../kit/in-shell.ts";
import type { Io } from "../../kit/io.ts";
import { atomicWrite, makeFolder } from "../../kit/files.ts";
import { printable } from "../../kit/text.ts";
import type { ObjectId } from "../engine.ts";
import { toText } from "../git-path.ts";
import type { Place } from "../place.ts";
import { textOfFile } from "../read-disk.ts";
import { refIn } from "../source/head.ts";
import { existing } from "./copy-commits.ts";
import type { GitLoss } from "./git-loss.ts";
import { commitIn, SUBMODULE, type GitState } from "./git-state.ts";
import { aboutRepository } from "./repository-back.ts";
import { readLastNote, storeOf } from "./store.ts";
import type { ToldLoss } from "./told-loss.ts";

/** The most files that a command names; the names of more files are written into a file that the command reads. */
const FEW = 3;

/** Describes losses, each with the command that brings it back. Every form of command is run in a test. */
export function waysBack(
  io: Io,
  place: Place,
  base: GitState & { readonly id: string },
  losses: readonly GitLoss[],
): ToldLoss[] {
  const ids = [...new Set(losses.flatMap(idsOf))];
  const { commonDir } = losses.some(({ kind }) => kind === "repository") ? base : place.worktree;
  const source = existing(io, place, ids, { GIT_OBJECT_DIRECTORY: `${commonDir}/objects` });
  const missing = ids.filter((id) => !source.has(id));
  const copies = existing(io, place, missing);
  const teller: Teller = {
    io,
    place,
    base,
    isGone: (id) => !source.has(id),
    isNewest: (id) =>
      textOfFile(`${commonDir}/refs/stash`).trim() === id ||
      textOfFile(`${commonDir}/packed-refs`).includes(`${id} refs/stash\n`),
    store: inShell(storeOf(place.shadow)),
  };
  return losses.map((loss) => {
    const { name, sentence, command, isSilent } = told(teller, loss);
    const isHeld = idsOf(loss).every((id) => source.has(id) || copies.has(id));
    const text = isHeld
      ? `${sentence} ${loss.kind === "staged" ? "To stage it again" : "To get it back"}: ${command}`
      : `${sentence} ${whyNot(place)}`;
    return { kind: loss.kind, name, sentence: text, isSilent, ...(isHeld && { command }) };
  });
}

interface Teller {
  readonly io: Io;
  readonly place: Place;
  readonly base: GitState & { readonly id: string };
  /**
   * Whether `refs/stash` still holds the id of a stash whose reflog is lost. The command then deletes this ref first,
   * since `git stash store` does nothing if the ref holds the id already.
   */
  isNewest(id: ObjectId): boolean;
  /** Whether an object is gone from the user's repository. */
  isGone(id: ObjectId): boolean;
  /** The store's folder, quoted for a shell. */
  readonly store: string;
}

type Told = Omit<Required<ToldLoss>, "kind">;

function idsOf(loss: GitLoss): ObjectId[] {
  switch (loss.kind) {
    case "ref":
    case "moved":
    case "commit":
      return [loss.id];
    case "stash":
      return [loss.stash.id];
    case "staged":
      return loss.files.filter(({ mode }) => mode !== SUBMODULE).map(({ id }) => id);
    case "worktree":
      return commitIn(loss.head);
    default:
      return [];
  }
}

function told(teller: Teller, loss: GitLoss): Told {
  switch (loss.kind) {
    case "repository":
      return aboutRepository(teller.io, teller.place, teller.base);
    case "ref":
      return aboutRef(teller, loss);
    case "moved":
      return aboutMoved(teller, loss);
    case "commit": {
      const branch = `lost-${short(loss.id)}`;
      const command = teller.isGone(loss.id)
        ? fetching(teller, `${loss.id}:refs/heads/${branch}`)
        : `git branch ${branch} ${loss.id}`;
      const sentence = `Commit ${short(loss.id)}, which no branch held, is in git's reflog no more.`;
      return { name: loss.id, sentence, command, isSilent: true };
    }
    case "stash": {
      const { id, message } = loss.stash;
      const isNamed = teller.isNewest(id);
      const before = isNamed ? "git update-ref -d refs/stash && " : "";
      const named = message === "" ? "" : ` -m ${inShell(printable(message))}`;
      const store = `${before}git stash store${named} ${id}`;
      const command = teller.isGone(id) ? `${fetching(teller, id)} && ${store}` : store;
      return { name: message, sentence: `A stash is gone: ${printable(message)}.`, command, isSilent: true };
    }
    case "staged":
      return aboutStaged(teller, loss);
    case "worktree": {
      const branch = refIn(loss.head)?.replace(/^refs\/heads\//, "");
      const root = inShell(loss.root);
      const what =
        branch === undefined ? `--detach ${root} ${commitIn(loss.head)[0] ?? ""}` : `${root} ${inShell(branch)}`;
      const missing = idsOf(loss).filter((id) => teller.isGone(id));
      const fetch = missing.length > 0 ? `${fetching(teller, missing.join(" "))} && ` : "";
      const command = `${fetch}git worktree add ${what}`;
      const sentence =
        `The worktree ${printable(loss.root)} is gone. Files there that were not committed are held as far as a ` +
        "session recorded that worktree.";
      return { name: loss.root, sentence, command, isSilent: branch === undefined };
    }
    case "head": {
      const ref = refIn(loss.head);
      const move =
        ref === undefined ? `git update-ref --no-deref HEAD ${loss.head}` : `git symbolic-ref HEAD ${inShell(ref)}`;
      const [was, now] = [loss.head, loss.now].map(headInWords);
      return {
        name: ref ?? loss.head,
        sentence: `${was} was checked out, and now ${now} is; files stay as they are.`,
        command: `${move} && git reset -q${stagedAgain(teller)}`,
        isSilent: false,
      };
    }
    case "stashed": {
      const { message } = loss.stash;
      const name = `'stash@{${loss.at}}'`;
      const sentence =
        `A stash was made since then and stays: ${printable(message)}. If the files are as you want them: git stash ` +
        `drop ${name}.`;
      return { name: message, sentence, command: `git stash pop ${name}`, isSilent: false };
    }
  }
}

function aboutRef(teller: Teller, { name, id, isHeld }: Extract<GitLoss, { kind: "ref" }>): Told {
  const command = teller.isGone(id) ? fetching(teller, `${id}:${name}`) : `git update-ref ${inShell(name)} ${id}`;
  const held = isHeld ? "; other branches hold its commits" : "";
  // The end of the turn does not report a deleted branch that was merged, since such a deletion is usual. It reports a
  // deleted tag.
  const isSilent = !isHeld || name.startsWith("refs/tags/");
  return { name, sentence: `${called(name)} (${short(id)}) is gone${held}.`, command, isSilent };
}

function aboutMoved(
  teller: Teller,
  { name, id, now, isHeld, isBack, isCheckedOut }: Extract<GitLoss, { kind: "moved" }>,
): Told {
  const isGone = teller.isGone(id);
  const reset = `git reset -q ${id}`;
  const elsewhere = isGone ? fetching(teller, `+${id}:${name}`) : `git update-ref ${inShell(name)} ${id}`;
  const here = (isGone ? `${fetching(teller, id)} && ${reset}` : reset) + stagedAgain(teller);
  const held = isHeld ? "" : `, and no branch holds ${short(id)} any more`;
  const sentence = `${called(name)} went from ${short(id)} ${isBack ? "back " : ""}to ${short(now)}${held}.`;
  return { name, sentence, command: isCheckedOut ? here : elsewhere, isSilent: isBack && !isHeld };
}

/** The command that stages the formerly staged files again after a reset of the index; empty without staged files. */
function stagedAgain(teller: Teller): string {
  const [own] = teller.base.checkouts;
  const files = own?.staged ?? [];
  return files.length === 0
    ? ""
    : ` && ${aboutStaged(teller, { kind: "staged", checkout: own!, files }, "all").command}`;
}

function aboutStaged(
  teller: Teller,
  { checkout, files, isIndexGone }: Extract<GitLoss, { kind: "staged" }>,
  part = "lost",
): Told {
  const { store, base } = teller;
  const names = files.slice(0, FEW).map(({ path }) => printable(toText(path)));
  const list = names.join(", ") + (files.length > FEW ? ` and ${files.length - FEW} more` : "");
  const isOwn = checkout === base.checkouts[0];
  const first = isIndexGone ? "git reset -q && " : "";
  const gone = files.filter(({ id, mode }) => mode !== SUBMODULE && teller.isGone(id)).map(({ id }) => id);
  const sentence =
    `The staged version of ${list}${isOwn ? "" : ` in ${printable(checkout.root ?? "")}`} is gone ` +
    "from git's index.";
  // Put names with other bytes than printable ASCII into a file: a terminal or a shell may change such bytes.
  if (files.length <= FEW && files.every(({ path }) => /^[\x20-\x7e]+$/.test(path))) {
    const infos = files.map(({ mode, id, path }) => `--cacheinfo ${inShell(`${mode},${id},${path}`)}`).join(" ");
    const update = `${first}git update-index --add ${infos}`;
    return {
      name: list,
      sentence,
      command: gone.length === 0 ? update : `${fetching(teller, gone.join(" "))} && ${update}`,
      isSilent: true,
    };
  }
  const file = `${storeOf(teller.place.shadow)}/staged`;
  makeFolder(file);
  const put = (ending: string, text: string) =>
    atomicWrite(`${file}/${base.id}.${part}.${ending}`, Buffer.from(text, "latin1"), { pid: teller.io.pid });
  put("index", files.map(({ mode, id, path }) => `${mode} ${id}\t${path}\0`).join(""));
  const update = `${first}git update-index -z --index-info < ${store}/staged/${base.id}.${part}.index`;
  if (gone.length === 0) return { name: list, sentence, command: update, isSilent: true };
  put("ids", `${gone.join("\n")}\n`);
  const command = `git fetch -q --stdin ${store} < ${store}/staged/${base.id}.${part}.ids && ${update}`;
  return { name: list, sentence, command, isSilent: true };
}

function fetching({ store }: Teller, what: string): string {
  const words = what.split(" ").map(inShell).join(" ");
  return `git fetch -q ${store} ${words}`;
}

function whyNot({ shadow }: Place): string {
  const reason = readLastNote(shadow)?.notKept;
  return `git has its contents no more, and there is no copy${reason === undefined ? "" : ` (${reason})`}.`;
}

function called(name: string): string {
  const [, kind = "", rest = name] = /^refs\/(heads|tags)\/(.*)$/.exec(name) ?? [];
  return `${kind === "heads" ? "The branch" : kind === "tags" ? "The tag" : "The ref"} ${printable(rest)}`;
}

function headInWords(head: string): string {
  const ref = refIn(head);
  return ref === undefined ? `commit ${short(head)}` : printable(ref.replace(/^refs\/heads\//, ""));
}

function short(id: ObjectId): string {
  return id.slice(0, 7);
}

import { resolve } from "node:path";

import type { CallCommand } from "../../shell/doors/script.ts";
import { parseOptions } from "../../shell/doors/options.ts";
import { fedFiles, filesOfAll } from "./brought-files.ts";

/** Options that take a value, of the verbs that take a message. */
const VALUES =
  "mFCcut --message --file --reuse-message --reedit-message --author --date --template --cleanup --fixup --squash " +
  "--strategy --strategy-option";
/** The mark in a word that stands for the content of a file: `"$(cat file)"`. No script can contain a NUL. */
const CONTENT = /\$\0([^\0]+)\0/g;
/** The nouns of `gh` and `glab` whose commands post a text. */
const POSTS = /^(?:pr|issue|mr|release|gist|snippet)$/;
/** The options of `gh` and `glab` for a text. */
const TEXTS = "bdnt --body --description --notes --title --comment --message";
/** The options of `gh` and `glab` for a file with a text. */
const FILES = "F --body-file --notes-file --file";

/**
 * Marks for the files whose content a command prints into a word; none if the command's output does not become a part
 * of a word.
 */
export function contentRead(command: CallCommand): readonly string[] {
  const { isTaken, pipeline, folder } = command;
  const isInWord = isTaken && pipeline.at(-1)?.all === command.all && command.redirects.length === 0;
  return isInWord ? filesOfAll(pipeline).map((file) => `$\0${resolve(folder, file)}\0`) : [];
}

/** The files whose content becomes a message of git: `-F file`, `-F -`, `-m "$(cat file)"`. */
export function filesOfMessage(own: readonly string[], place: string, command: CallCommand): string[] {
  const { valuesOf } = parseOptions(own, VALUES);
  const named = valuesOf("F --file").flatMap((value) => (value === "-" ? fedFiles(command) : [value]));
  return [...valuesOf("m --message").flatMap(contentsIn), ...named].map((file) => resolve(place, file));
}

/** The commits whose message is taken over: `-C HEAD~3`. */
export function messagesReused(own: readonly string[]): readonly string[] {
  return parseOptions(own, VALUES).valuesOf("Cc --reuse-message --reedit-message");
}

/** The options of `gh api` and `glab api` for a field of the request, for its body and for its method. */
const FIELDS = "fF --field --raw-field --form";
const BODY = "--input";
const METHOD = "X --method";

/**
 * The files whose content a request of `gh api` sends: `-F content=@file`, `-f content="$(base64 file)"`, `--input
 * file`.
 */
function filesRequested(own: readonly string[], folder: string): string[] {
  const { valuesOf } = parseOptions(own, `${FIELDS} ${BODY} ${METHOD} HqtR --header --jq --template --repo`);
  const [fields, inputs] = [valuesOf(FIELDS), valuesOf(BODY)];
  const method = valuesOf(METHOD).at(-1) ?? (fields.length + inputs.length > 0 ? "POST" : "GET");
  if (/^(?:GET|HEAD|DELETE)$/i.test(method)) return [];
  const named = [...fields.flatMap((field) => /^[^=]*=@(.+)$/s.exec(field)?.[1] ?? []), ...inputs];
  return [
    ...[...fields, ...inputs].flatMap(contentsIn),
    ...named.filter((file) => file !== "-").map((file) => resolve(folder, file)),
  ];
}

/** The files that `gh release upload TAG FILES`, `gh release create TAG FILES` or `gh gist create FILES` upload. */
function filesUploaded(own: readonly string[], folder: string): string[] {
  const { operands } = parseOptions(own, `R --repo ${FILES} ${TEXTS} --target --discussion-category --notes-start-tag`);
  const [noun = "", verb = "", ...rest] = operands;
  if (!/^(?:upload|create|new|add)$/.test(verb)) return [];
  const files = noun === "release" ? rest.slice(1) : noun === "gist" ? rest : [];
  // `gh release` takes a label behind the file: `a.zip#Archive`.
  return files.map((file) => resolve(folder, file.replace(/#.*$/s, "")));
}

/** The files whose content a client of a forge posts: `gh pr create -F file`. */
export function filesPosted(own: readonly string[], folder: string): string[] {
  if (own[0] === "api") return filesRequested(own.slice(1), folder);
  if (!own.slice(0, 4).some((word) => POSTS.test(word))) return [];
  const { valuesOf } = parseOptions(own, `${FILES} ${TEXTS}`);
  const named = valuesOf(FILES).filter((value) => value !== "-");
  return [
    ...valuesOf(`${FILES} ${TEXTS}`).flatMap(contentsIn),
    ...named.map((value) => resolve(folder, value)),
    ...filesUploaded(own, folder),
  ];
}

function contentsIn(word: string): string[] {
  return Array.from(word.matchAll(CONTENT), ([, file]) => file!);
}

/**
 * Finds the words in a regular expression without which no text can match it. Only the build and the tests use this.
 */

/** Fragments of a pattern, at least one of which is part of every text that matches. */
export type Needed = readonly string[];

/** `JOINT` stands for a blank or `=` between an option and its value, `GAP` for blanks that may be missing. */
const [JOINT, GAP] = ["\u0001", "\u0002"] as const;
/** The most texts that one part of a pattern may expand to. */
const MOST = 80;

/** A part of a pattern. */
interface Part {
  /** All texts that the part matches; absent if there are too many. */
  readonly texts?: readonly string[];
  /** Lists of words, in the order of the part. Each text that the part matches contains a word of each list. */
  readonly choices: readonly Needed[];
  /** A word boundary is certain at the beginning and at the end of the part. */
  readonly isApart: boolean;
  /** The part matches no characters. */
  readonly isEmpty?: true;
}

const ANYTHING: Part = { choices: [], isApart: false };
const BOUNDARY: Part = { texts: [""], choices: [], isApart: true, isEmpty: true };

/**
 * Lists of words for a pattern; every text that matches contains a word of each list. The list for the pattern's end
 * comes last.
 */
export function choicesOf({ source }: RegExp): readonly Needed[] {
  return new PatternReader(source).read().choices;
}

class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Part {
    return this.#either(false);
  }

  #takes(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  /** @param isApart whether a word can begin here */
  #either(isApart: boolean): Part {
    const parts = [this.#sequence(isApart)];
    while (this.#takes("|")) parts.push(this.#sequence(isApart));
    if (parts.length === 1) return parts[0]!;
    const texts = parts.every((part) => part.texts) ? parts.flatMap((part) => part.texts!) : undefined;
    const isApartBehind = parts.every((part) => part.isApart);
    const isEmpty = parts.every((part) => part.isEmpty);
    if (isEmpty) return isApartBehind ? BOUNDARY : { texts: [""], choices: [], isApart: false, isEmpty };
    // The rarest lists of all alternatives are joined to one list. Every text that matches contains a word of the
    // joined list.
    const chosen = parts.map(({ choices }) => rarest(choices));
    const all = chosen.every((one) => one !== undefined) ? [[...new Set(chosen.flat())]] : [];
    return { ...(texts && texts.length <= MOST && { texts }), choices: all, isApart: isApartBehind };
  }

  #sequence(isApart: boolean): Part {
    const run = new Run(isApart);
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at]!))
      run.add(this.#quantified(run.canBeginWord));
    return run.end();
  }

  #quantified(isApart: boolean): Part {
    const from = this.#at;
    const part = this.#one(isApart);
    const isBlank = /^(?:\\s|\[ \\t\]| )$/.test(this.#source.slice(from, this.#at));
    const [sign] = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at)) ?? [];
    if (sign === undefined) return part;
    this.#at += sign.length;
    const isOptional = /^(?:[?*]|\{0)/.test(sign);
    if (isBlank) return { texts: [isOptional ? GAP : " "], choices: [], isApart: true };
    if (sign === "?" || sign === "??") {
      const texts = part.texts && part.texts.length < MOST ? ["", ...part.texts] : undefined;
      return { ...(texts && { texts }), choices: [], isApart: part.isApart };
    }
    return { choices: isOptional ? [] : part.choices, isApart: part.isApart };
  }

  #one(isApart: boolean): Part {
    const char = this.#source[this.#at++]!;
    if (char === "(") return this.#group(isApart);
    if (char === "[") return this.#class();
    if (char === "^" || char === "$") return BOUNDARY;
    if (char === ".") return ANYTHING;
    if (char !== "\\") return { texts: [char], choices: [], isApart: char === " " };
    return this.#escaped();
  }

  #escaped(): Part {
    const char = this.#source[this.#at++]!;
    if (char === "b") return BOUNDARY;
    if (char === "B") return { texts: [""], choices: [], isApart: false, isEmpty: true };
    if (char === "s" || char === "n" || char === "t") return { texts: [" "], choices: [], isApart: true };
    if (char === "x") {
      const code = this.#source.slice(this.#at, (this.#at += 2));
      return { texts: [String.fromCharCode(parseInt(code, 16))], choices: [], isApart: false };
    }
    return /[a-zA-Z0-9]/.test(char) ? ANYTHING : { texts: [char], choices: [], isApart: false };
  }

  #group(isApart: boolean): Part {
    const looks = this.#takes("?=");
    const isNot = !looks && (this.#takes("?!") || this.#takes("?<!") || this.#takes("?<="));
    if (!looks && !isNot && !this.#takes("?:")) this.#takes("?");
    const inside = this.#either(isApart && !looks);
    this.#takes(")");
    if (isNot) return { texts: [""], choices: [], isApart: false, isEmpty: true };
    if (!looks) return inside;
    // A look-ahead consumes no characters, but the text that it matches must follow.
    return {
      texts: [""],
      choices: inside.choices,
      isApart: inside.isApart && inside.choices.length === 0,
      isEmpty: true,
    };
  }

  #class(): Part {
    const end = this.#source.indexOf("]", this.#at + 1);
    const inside = this.#source.slice(this.#at, end);
    this.#at = end + 1;
    if (/[= ]/.test(inside) && /^[= ]+$|^=\\s$|^\\s=$/.test(inside))
      return { texts: [JOINT], choices: [], isApart: true };
    if (/^(?:[^\\^-]|\\[^a-zA-Z0-9])+$/.test(inside)) {
      const texts = Array.from(inside.replace(/\\(.)/g, "$1"));
      const isApart = texts.every((one) => !/\w/.test(one));
      return texts.includes(" ") ? { texts: [" "], choices: [], isApart: true } : { texts, choices: [], isApart };
    }
    return ANYTHING;
  }
}

/** A sequence of parts. Texts of neighbouring parts are joined, up to the next blank. */
class Run {
  #texts: string[] = [""];
  /** All texts that the sequence matches; `undefined` if there are too many. */
  #whole: string[] | undefined = [""];
  readonly #choices: Needed[] = [];
  /** Whether a word can begin where the collected texts begin. */
  #began: boolean;
  /** Whether a word can begin behind the last part. */
  #isApart = false;
  #isEmpty = true;

  constructor(isApart: boolean) {
    this.#began = isApart;
  }

  get canBeginWord(): boolean {
    return this.#texts.every((text) => (text === "" ? this.#began : text.endsWith(" ")));
  }

  add(part: Part): void {
    if (!part.isEmpty) this.#isEmpty = false;
    if (!part.isEmpty || part.isApart) this.#isApart = part.isApart;
    this.#whole =
      part.texts && this.#whole && this.#whole.length * part.texts.length <= MOST
        ? this.#whole.flatMap((before) => part.texts!.map((text) => before + text))
        : undefined;
    // The part is a blank, a boundary, or a choice between the two.
    if (part.isApart && part.texts?.every((text) => text.trim() === "")) return this.#flush(true);
    if (part.isEmpty) {
      // A look-ahead's text is not part of the sequence's texts.
      if (part.choices.length > 0) this.#whole = undefined;
      return void this.#choices.push(...part.choices);
    }
    if (part.texts && this.#texts.length * part.texts.length <= MOST) {
      // The part's own lists need not be added, since its texts contain their words.
      this.#texts = this.#texts.flatMap((before) => part.texts!.map((text) => before + text));
      return;
    }
    this.#flush(false);
    this.#choices.push(...part.choices);
    this.#began = part.isApart;
  }

  end(): Part {
    const whole = this.#whole;
    const isEmpty = this.#isEmpty;
    this.#flush(false);
    return {
      ...(whole && { texts: whole }),
      choices: this.#choices,
      isApart: this.#isApart,
      ...(isEmpty && { isEmpty }),
    };
  }

  /**
   * Adds the words of the collected texts to the lists. If the texts have several words, there is a list for each
   * position, counted from the end.
   */
  #flush(isApartBehind: boolean): void {
    const all = this.#texts.map((text) => wordsOf(text, this.#began, isApartBehind));
    const most = Math.min(...all.map((words) => words.length));
    for (let place = most; place >= 1; place -= 1)
      this.#choices.push([...new Set(all.map((words) => words.at(-place)!))]);
    this.#texts = [""];
    this.#began = isApartBehind;
  }
}

/** The words of a text as fragments of a pattern, with a `\\b` where a boundary is certain. */
function wordsOf(text: string, isApartBefore: boolean, isApartBehind: boolean): string[] {
  const pieces = text.split(" ");
  return pieces.flatMap((piece, at) => {
    const word = piece.replace(/^[\u0001\u0002]+|[\u0001\u0002]+$/g, "");
    if (word === "") return [];
    const before = at > 0 || isApartBefore || piece.startsWith(JOINT) || piece.startsWith(GAP);
    const behind = at < pieces.length - 1 || isApartBehind || piece.endsWith(JOINT);
    const source = word
      .toLowerCase()
      .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
      .replaceAll(JOINT, String.raw`[=\s]+`)
      .replaceAll(GAP, String.raw`\s*`);
    return [(before && /^\w/.test(word) ? "\\b" : "") + source + (behind && /\w$/.test(word) ? "\\b" : "")];
  });
}

/** Words that name a loss. Other rules put them into the gate anyway, so a further use lets no more calls pass. */
const TELLING = new Set(
  "delete destroy remove rm purge reset drop down undo rollback revert zero clean prune uninstall revoke".split(" "),
);

/** Words of many harmless commands: a gate with one of these lets nearly every call pass. */
const COMMON = new Set(
  `config get set list show run exec job jobs repo api auth login apps app create update describe inspect image images
  container containers instance instances vm stack service services state file env export output status system
  snapshot project projects count scale kv read open view sync cp mv apply plan test build install add info search
  version help all sql db node cluster group index user users role account space volume branch tag topic stream
  function functions deploy package log logs init passwd format snap ps code cat gc type alter snippet release
  git npm pnpm yarn docker podman nerdctl kubectl oc aws gcloud az gh glab terraform tofu go cargo python3 make
  brew apt apt-get dotnet pip pip3 gem php rails rake mix heroku fly vercel firebase supabase pulumi cdk helm ansible systemctl
  openssl docker-compose curl ssh now pod swift --force --recursive --list --execute compose namespace table notes
  versions keys printenv security database storage secrets functions branches sso
  gist variable issue mr cs dist-tag dist-tags owner access workspace copy move replace stop eb sam pass k8s k`
    .trim()
    .split(/\s+/),
);

/** How many harmless commands a list of words lets pass, as a score: a higher score means more. */
export function commonness(words: Needed): number {
  return Math.max(
    ...words.map((source) => {
      const word = source.replace(/\\b/g, "").replace(/\\(.)/g, "$1");
      if (word.length < 2 || /^-+\w?$/.test(word)) return 200;
      if (COMMON.has(word)) return 100;
      if (TELLING.has(word) && source.startsWith("\\b")) return 0;
      return word.length === 2 ? 30 : 10 - Math.min(word.length, 9);
    }),
  );
}

/** The list with the lowest score, the last one of equals; `undefined` if there is no list. */
export function rarest(choices: readonly Needed[]): Needed | undefined {
  return choices.reduce<Needed | undefined>(
    (best, one) => (best === undefined || commonness(one) <= commonness(best) ? one : best),
    undefined,
  );
}

/** An event as `launcher/ask.c` sends it: the fields of its process, and its standard input. */
export interface Asked {
  readonly cwd: string;
  /** The file mode mask. */
  readonly umask: number;
  readonly pid: number;
  /** The words after the program's file. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
}

/** The reply to an event, as the program would print it. */
export interface Answer {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** `SVQ1` and `SVA1`, least byte first. */
const [QUESTION, ANSWER] = [0x31515653, 0x31415653];
/** The bytes of a question's frame: a mark, and the numbers of words, variables, bytes of the head and of the input. */
const FRAME = 20;
/** The most bytes of a head, and of an input. A larger question is not sent. */
const [LARGEST_HEAD, LARGEST_INPUT] = [4 * 1024 ** 2, 32 * 1024 ** 2];

/**
 * How many bytes a question has, of which some have come; `undefined` if too few have come to tell.
 * @throws Error if the bytes are no question
 */
export function lengthOfQuestion(bytes: Buffer): number | undefined {
  if (bytes.length < FRAME) return undefined;
  const [head, input] = [bytes.readUInt32LE(12), bytes.readUInt32LE(16)];
  if (bytes.readUInt32LE(0) !== QUESTION || head > LARGEST_HEAD || input > LARGEST_INPUT)
    throw new Error("no question");
  return FRAME + head + input;
}

/** Reads a whole question. @throws Error if its head has fewer texts than its frame says */
export function readQuestion(bytes: Buffer): Asked {
  const [words, variables, head] = [4, 8, 12].map((at) => bytes.readUInt32LE(at)) as [number, number, number];
  const texts = bytes.toString("utf8", FRAME, FRAME + head).split("\0");
  if (texts.pop() !== "" || texts.length !== 3 + words + variables) throw new Error("no question");
  const [cwd = "", mask = "", pid = ""] = texts;
  return {
    cwd,
    umask: Number.parseInt(mask, 8),
    pid: Number(pid),
    words: texts.slice(3, 3 + words),
    env: environmentOf(texts.slice(3 + words)),
    input: bytes.toString("utf8", FRAME + head),
  };
}

/** The variables of lines `NAME=value`. The first of two with one name counts, as in Node's own environment. */
function environmentOf(lines: readonly string[]): Record<string, string> {
  const variables = lines.flatMap((line) => {
    const at = line.indexOf("=");
    return at > 0 ? [[line.slice(0, at), line.slice(at + 1)] as const] : [];
  });
  return Object.fromEntries(variables.toReversed()); // also takes names such as `__proto__` and `constructor`
}

/** The bytes of an answer. The name of the resident stands last, so that the asker knows that it has the whole. */
export function answerBytes({ exitCode, stdout, stderr }: Answer, name: string): Buffer {
  const frame = Buffer.alloc(16);
  [ANSWER, exitCode, stdout.length, stderr.length].forEach((number, at) => frame.writeUInt32LE(number, at * 4));
  return Buffer.concat([frame, stdout, stderr, Buffer.from(name, "latin1")]);
}

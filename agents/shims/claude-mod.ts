import { type Knowledge, isCurrent, learn } from "./knowledge.ts";
import { mayHold } from "./may-hold.ts";
import { answerOf, type Fields, isFields, type Host, UNCHECKED } from "./mod-host.ts";

/**
 * snapveil's mod for Claude Code. It works beside the command hooks, because command hooks cannot change a prompt, a
 * file that is named by @, or the output of a failed tool. Claude Code runs it without Node. The mod searches each row
 * of the conversation itself and asks the program only about rows that may hold a secret; until it has the facts about
 * the user's own secrets, it asks about every row. It fails closed: without a valid answer a prompt is dropped, and the
 * texts of any other row are withheld. Claude Code parses this file before it runs it, and requires that `$` and `on`
 * have these names wherever they are used.
 */

type Next = (event: Fields) => Promise<unknown>;
type Hook = ($: Host, event: Fields, next: Next) => unknown;
type On = (event: string, hook: Hook) => { catch(hook: Hook): void };

const WITHHELD = "[snapveil could not check this, so it was withheld]";

/** Names of attachments that hold only Claude Code's own words and names of tools. */
const ITS_OWN = /^(?:date|model|deferred_tools_delta|remote_session_change)$/;

/**
 * Prompts that `prompt.submit` has searched. Claude Code also sends each of these prompts as a row, which is then not
 * searched again.
 */
const typed = new Set<string>();
const MOST_TYPED = 500;

let knowledge: Knowledge | undefined;

export function register(on: On): void {
  on("prompt.submit", async ($, event, next) => {
    const { text } = event;
    if (typeof text !== "string" || text === "") return next(event);
    const answer = await ask($, { hook_event_name: "prompt.submit", prompt: text });
    if (answer["block"] !== undefined) return { drop: String(answer["block"]) };
    const { prompt = text } = answer;
    remember(String(prompt));
    return prompt === text ? next(event) : next({ ...event, text: prompt });
  }).catch(() => ({ drop: UNCHECKED }));

  // The text after a slash command is searched at this event only. If the search fails, the text goes on unchanged, and
  // the prompt that follows is dropped.
  on("command.run", async ($, event, next) => {
    const { args } = event;
    if (typeof args !== "string" || args === "") return next(event);
    const { prompt = args } = await ask($, { hook_event_name: "command.run", prompt: args });
    return prompt === args ? next(event) : next({ ...event, args: prompt });
  }).catch((_$, event, next) => next(event));

  on("session.append", async ($, event, next) => {
    // A row that the model wrote is sent unchanged whatever a mod returns (seen in 2.1.332).
    if (event["door"] === "response") return next(event);
    const message = copyOf(event["message"]);
    if (isFields(message) && message["type"] === "attachment" && ITS_OWN.test(String(message["name"])))
      return next(event);
    const slots = slotsOf(message).filter((slot) => !typed.delete(read(slot)));
    if (slots.length === 0) return next(event);
    const texts = slots.map(read);
    const known = knowledge !== undefined && (await isCurrent($, knowledge)) ? knowledge : undefined;
    if (known?.detector && !mayHold(texts, known.detector)) return next(event);
    const [answer, learned] = await Promise.all([
      ask($, { hook_event_name: "session.append", messages: texts }),
      known ?? learn($),
    ]);
    knowledge = learned;
    if (answer["block"] !== undefined)
      fill(
        slots,
        texts.map(() => WITHHELD),
      );
    else fill(slots, (answer["messages"] ?? texts) as readonly string[]);
    return next({ ...event, message });
  }).catch((_$, event, next) => {
    const message = copyOf(event["message"]);
    const slots = slotsOf(message);
    fill(
      slots,
      slots.map(() => WITHHELD),
    );
    return next({ ...event, message });
  });
}

/** Asks the program about an event. @throws Error if there is no valid answer */
async function ask($: Host, event: Fields): Promise<Fields> {
  const [cwd, session_id] = await Promise.all([$.session.cwd(), $.session.id()]);
  return answerOf($, ["hook", "--agent", "claude-mod"], cwd, JSON.stringify({ ...event, session_id, cwd }));
}

/** The position of a text: an object or a list, and the key or index of the text in it. */
type Slot = readonly [holder: Fields, key: string];

/** The texts of a row: its content, its blocks, and the parts of a tool's result. */
function slotsOf(value: unknown): Slot[] {
  if (!isFields(value)) return [];
  const own = ["text", "content"].filter((key) => typeof value[key] === "string" && value[key] !== "");
  const blocks = Array.isArray(value) ? value : Array.isArray(value["content"]) ? value["content"] : [];
  return [...own.map((key): Slot => [value, key]), ...blocks.flatMap(slotsOf)];
}

function read([holder, key]: Slot): string {
  return holder[key] as string;
}

function fill(slots: readonly Slot[], texts: readonly string[]): void {
  if (texts.length !== slots.length) throw new Error(UNCHECKED);
  for (const [index, [holder, key]] of slots.entries()) holder[key] = texts[index];
}

function remember(prompt: string): void {
  if (typed.size >= MOST_TYPED) typed.clear();
  typed.add(prompt);
}

function copyOf(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

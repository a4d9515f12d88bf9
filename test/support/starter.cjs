// A small process that starts others for a worker of the tests: to fork costs by the memory of the one that forks, and a
// worker has ten times as much. It reads requests from one named pipe and answers in another; see `start-small.ts`.
const { spawnSync } = require("node:child_process");
const { openSync, readSync, writeSync } = require("node:fs");
const { deserialize, serialize } = require("node:v8");

const [requests, answers] = [openSync(process.argv[2], "r"), openSync(process.argv[3], "w")];

function read(length) {
  const bytes = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const more = readSync(requests, bytes, at, length - at, null);
    if (more === 0) process.exit(0); // the worker has ended
    at += more;
  }
  return bytes;
}

/** As an object: an error loses what is its own on the way. */
const plain = (error) => error && { ...error, name: error.name, message: error.message };

function start({ mask, file, args, options }) {
  process.umask(mask);
  try {
    const { error, ...result } = spawnSync(file, args, options);
    return { ...result, error: plain(error) };
  } catch (error) {
    return { thrown: plain(error) }; // a word with a NUL in it
  }
}

for (;;) {
  const answer = serialize(start(deserialize(read(read(4).readUInt32LE()))));
  const bytes = Buffer.alloc(4 + answer.length);
  bytes.writeUInt32LE(answer.length);
  answer.copy(bytes, 4);
  for (let at = 0; at < bytes.length; ) at += writeSync(answers, bytes, at);
}

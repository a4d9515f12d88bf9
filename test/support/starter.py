"""A small process that starts others for a worker of the tests, which has fifty times its memory, and a fork costs by that.
It reads requests from one named pipe and answers in another; see `start-small.ts`."""

import errno
import json
import os
import select
import signal
import sys
import time

requests, answers = os.open(sys.argv[1], os.O_RDONLY), os.open(sys.argv[2], os.O_WRONLY)
PIECE = 1 << 16


def read(length):
    pieces = []
    while length > 0:
        piece = os.read(requests, length)
        if not piece:
            os._exit(0)  # the worker has ended
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)


def write(data):
    view = memoryview(data)
    while view:
        view = view[os.write(answers, view) :]


def find(file, env):
    """The file that is meant, as `execvp` finds it in the environment of the new process."""
    if "/" in file:
        return file
    failure = errno.ENOENT
    for folder in env.get("PATH", "/bin:/usr/bin").split(":"):
        path = os.path.join(folder or ".", file)
        if os.path.isfile(path):
            if os.access(path, os.X_OK):
                return path
            failure = errno.EACCES
    raise OSError(failure, file)


def start(file, args, env, actions):
    how = {"file_actions": actions, "setsigdef": [signal.SIGPIPE, signal.SIGXFSZ]}
    path = find(file, env)
    try:
        return os.posix_spawn(path, [file, *args], env, **how)
    except OSError as error:
        if error.errno != errno.ENOEXEC:
            raise
        return os.posix_spawn("/bin/sh", ["sh", path, *args], env, **how)


class Running:
    """One process, its pipes, and what came out of it."""

    def __init__(self, request, given):
        self.given = memoryview(given)
        self.limit = request.get("maxBuffer")
        self.error = None
        self.outputs = {}  # by the descriptor that is read from
        self.texts = [bytearray(), bytearray()]
        self.input = None
        actions, theirs = [], []
        for end, kind in enumerate(request["stdio"]):
            if kind == "ignore":
                actions.append((os.POSIX_SPAWN_OPEN, end, os.devnull, os.O_RDWR, 0))
                continue
            source, sink = os.pipe()
            mine, other = (sink, source) if end == 0 else (source, sink)
            os.set_blocking(mine, False)
            actions.append((os.POSIX_SPAWN_DUP2, other, end))
            theirs.append(other)
            if end == 0:
                self.input = mine
            else:
                self.outputs[mine] = self.texts[end - 1]
        os.umask(request["mask"])
        try:
            os.chdir(request["cwd"])
            self.pid = start(request["file"], request["args"], request["env"], actions)
        except OSError:
            self.close()
            raise
        finally:
            os.chdir("/")
            for other in theirs:
                os.close(other)

    def close(self):
        for mine in [*self.outputs, *([] if self.input is None else [self.input])]:
            os.close(mine)
        self.outputs, self.input = {}, None

    def kill(self, number, error):
        self.error = error
        os.kill(self.pid, number)
        self.close()

    def feed(self):
        try:
            while self.given:
                self.given = self.given[os.write(self.input, self.given[:PIECE]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self.error = errno.EPIPE
        os.close(self.input)
        self.input = None

    def take(self, mine):
        piece = os.read(mine, PIECE)
        if not piece:
            os.close(mine)
            del self.outputs[mine]
        self.outputs.get(mine, bytearray()).extend(piece)
        return self.limit is None or len(self.outputs.get(mine, b"")) <= self.limit

    def wait(self, timeout, number):
        """The status, once the process has ended and nobody holds its pipes."""
        end = time.monotonic() + timeout / 1000 if timeout else None
        while self.outputs or self.input is not None:
            sinks = [] if self.input is None else [self.input]
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                self.kill(number, errno.ETIMEDOUT)
                break
            ready, open_sinks, _ = select.select(list(self.outputs), sinks, [], left)
            if open_sinks:
                self.feed()
            if not all([self.take(mine) for mine in ready]):
                self.kill(number, errno.ENOBUFS)
        while end is not None and self.error not in (errno.ETIMEDOUT, errno.ENOBUFS):
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid != 0:
                return status
            if time.monotonic() > end:
                self.kill(number, errno.ETIMEDOUT)
            time.sleep(0.0005)
        return os.waitpid(self.pid, 0)[1]


def answer(request, given):
    try:
        running = Running(request, given)
    except OSError as error:
        return {"pid": 0, "error": errno.errorcode[error.errno], "errno": -error.errno}, [b"", b""]
    status = running.wait(request.get("timeout"), request.get("killSignal") or signal.SIGTERM)
    said = {"pid": running.pid, "status": None, "signal": None}
    if os.WIFSIGNALED(status):
        said["signal"] = signal.Signals(os.WTERMSIG(status)).name
    else:
        said["status"] = os.WEXITSTATUS(status)
    if running.error is not None:
        said |= {"error": errno.errorcode[running.error], "errno": -running.error}
    return said, running.texts


while True:
    lengths = read(8)
    request = json.loads(read(int.from_bytes(lengths[:4], "little")))
    said, (stdout, stderr) = answer(request, read(int.from_bytes(lengths[4:], "little")))
    head = json.dumps(said).encode()
    write(b"".join(len(part).to_bytes(4, "little") for part in (head, stdout, stderr)) + head + stdout + stderr)

"""Times commands as whole processes: every round runs each of them once, in a fresh random order.

Standard input: {"rounds": n, "warmup": n, "seed": n, "commands": [{"name", "argv", "cwd", "env", "stdin": path (none:
nothing comes), "prepare": shell script run before each time and not timed (may be missing), "terminal": true where the
command reads from a terminal and writes to it (may be missing)}]}.
Standard output: one JSON object a line: {"round", "name", "cpu_ms", "wall_ms", "rss_kb", "exit"}.
CPU is user plus system time of the process and all processes that it started, git and a process that stays included: on
Linux those that outlive it come to this process, which lets them go on for a second and then ends them.
"""
import contextlib
import ctypes
import json
import os
import pty
import random
import signal
import subprocess
import sys
import threading
import time


SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of Linux


def left_children():
    """The processes that outlived a command."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as listed:
            return [int(word) for word in listed.read().split()]
    except OSError:
        return []


def cpu_left():
    """CPU seconds of the processes that outlived a command, when they have ended."""
    seconds, until = 0, time.perf_counter() + 1
    while True:
        try:
            pid, _, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return seconds
        if pid:
            seconds += usage.ru_utime + usage.ru_stime
            continue
        if time.perf_counter() > until:
            for child in left_children():
                os.kill(child, signal.SIGTERM)
        time.sleep(0.01)


@contextlib.contextmanager
def in_pipe(path):
    """Standard input is a pipe with a file's content, as agents give it; the output is thrown away."""
    feeder = subprocess.Popen(["cat", path], stdout=subprocess.PIPE)
    yield feeder.stdout, subprocess.DEVNULL
    feeder.stdout.close()
    feeder.wait()


@contextlib.contextmanager
def on_terminal():
    """Both are a pseudo-terminal, whose output is read and thrown away."""
    main_end, end = pty.openpty()

    def drain():
        with contextlib.suppress(OSError):
            while os.read(main_end, 1 << 16):
                pass

    threading.Thread(target=drain, daemon=True).start()
    yield end, end
    os.close(end)


def run(command):
    place = {"cwd": command["cwd"], "env": command["env"]}
    if command.get("prepare"):
        subprocess.run(["/bin/sh", "-ec", command["prepare"]], check=True, **place)
    streams = on_terminal() if command.get("terminal") else in_pipe(command.get("stdin", os.devnull))
    with streams as (stdin, stdout):
        started = time.perf_counter()
        child = subprocess.Popen(command["argv"], stdin=stdin, stdout=stdout, **place)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - started
        child.returncode = os.waitstatus_to_exitcode(status)
    return {
        "cpu_ms": (usage.ru_utime + usage.ru_stime + cpu_left()) * 1000,
        "wall_ms": wall * 1000,
        "rss_kb": usage.ru_maxrss,
        "exit": child.returncode,
    }


def main():
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    spec = json.load(sys.stdin)
    order = random.Random(spec["seed"])
    for number in range(-spec["warmup"], spec["rounds"]):
        commands = list(spec["commands"])
        order.shuffle(commands)
        for command in commands:
            row = run(command)
            if number >= 0:
                print(json.dumps({"round": number, "name": command["name"], **row}), flush=True)


main()

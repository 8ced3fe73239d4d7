#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills the shipped console at every named point and at random, and checks what is left.

Usage: killtest.py [--kills N] [--seed S] [--jobs J] [--only PREFIX] [--console PROGRAM]
                   [--ctl PROGRAM] [--report FILE] [--keep]

Without --kills every point is used once (the short form). Runs itself under
tests/support/with-secret-service. Ends with a histogram and one line
"N kills, M actions, K effects, max effects per action 1"; exit code 1 after a violation, which
names seed, round, point and action.
"""
import argparse
import collections
import os
import random
import shutil
import sys
import tempfile
import threading
import time
import traceback

import scenarios
from consoleclient import Gone, NotReached, Violation
from killworld import World

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
WRAPPER = os.path.join(ROOT, "tests", "support", "with-secret-service")
SCRATCH = "LOCKKEEPER_CRASH_SCRATCH"
TRIES = 3  # of a point that the console did not come to
ROUNDS_PER_PROFILE = 24


def parse(arguments):
    build = os.path.join(ROOT, "build", "dev", "src", "app")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=3)
    parser.add_argument("--only", default="")
    parser.add_argument("--console", default=os.environ.get("LOCKKEEPER_PROGRAM",
                                                            os.path.join(build, "lockkeeper")))
    parser.add_argument("--ctl", default=os.environ.get("LOCKKEEPER_CTL_PROGRAM",
                                                        os.path.join(build, "lockkeeperctl")))
    parser.add_argument("--report")
    parser.add_argument("--keep", action="store_true")
    return parser.parse_args(arguments)


def plan(options, rng):
    """The names of the kills, in order; each cycle has every one, and random ones more often."""
    names = list(scenarios.armed_points()) + list(scenarios.OUTSIDE)
    names += ["outside.busy"] * 6 + ["outside.starting"] * 3
    names += [f"create.{moment}" for moment in scenarios.MOMENTS]
    names = [name for name in names if name.startswith(options.only)]
    if not names:
        sys.exit(f"killtest: nothing begins with '{options.only}'")
    rounds = []
    while not rounds or len(rounds) < options.kills:
        rng.shuffle(names)
        rounds += names
    return rounds[:options.kills] if options.kills else rounds


class Totals:
    """What all workers have done, and the work that is left."""

    def __init__(self, options, seed):
        self.options = options
        self.seed = seed
        self.lock = threading.Lock()
        rounds = plan(options, random.Random(seed))
        self.creations = collections.deque(n for n in rounds if n.startswith("create."))
        self.rounds = collections.deque(n for n in rounds if not n.startswith("create."))
        self.number = 0
        self.histogram = collections.Counter()
        self.actions = 0
        self.effects = 0
        self.most = 0
        self.profiles = 0
        self.failures = []
        self.missed = []

    def take(self, creation=False):
        """(number, name) of the next kill, or None."""
        with self.lock:
            queue = self.creations if creation else self.rounds
            if self.failures or not queue:
                return None
            self.number += 1
            return self.number, queue.popleft()

    def killed(self, name):
        with self.lock:
            self.histogram[name] += 1
            kills = sum(self.histogram.values())
            if kills % 100 == 0:
                print(f"{kills} kills", flush=True)

    def add(self, world):
        counts = world.counts()
        with self.lock:
            self.profiles += 1
            self.actions += sum(action.id is not None for action in world.actions.values())
            self.effects += sum(counts.values())
            self.most = max([self.most, *counts.values()])

    def miss(self, name):
        with self.lock:
            self.missed.append(name)
            if self.missed.count(name) < TRIES:
                (self.creations if name.startswith("create.") else self.rounds).append(name)
            else:
                self.failures.append(f"{name} was not reached in {TRIES} tries")

    def fail(self, text):
        with self.lock:
            self.failures.append(text)


def one_kill(world, totals, name):
    """A life of the console that ends with the kill called `name`."""
    points = scenarios.armed_points()
    armed = None
    if name in points:
        scenario, passages = points[name]
        armed = f"{name}:{world.rng.randint(1, passages)}"
    elif name.startswith("create."):
        scenario, armed = scenarios.wait_for_end, name
    else:
        scenario = scenarios.OUTSIDE[name]
    label = name.split(".")[0]
    if label in scenarios.PRELUDES:
        one_kill(world, totals, scenarios.PRELUDES[label])
    begin = time.monotonic()
    world.start(armed)
    if name == "outside.starting":
        world.kill_due = begin + world.rng.uniform(0, 0.6)
    try:
        world.become_ready()
        world.check()
        world.resubmit()
        if name == "outside.busy":
            world.kill_due = time.monotonic() + world.rng.uniform(0, 1.2)
        scenario(world)
        raise Violation("the scenario ended and the console lives")
    except Gone:
        world.was_killed(armed or name)
        totals.killed(name)
    except NotReached:
        # A slow machine can take another way than the point needs: it dies all the same, and the
        # point gets another try.
        totals.miss(name)
        world.kill_due = time.monotonic()
        try:
            world.pump(lambda: False, "SIGKILL should have ended the console")
        except Gone:
            world.was_killed("outside.missed")
            totals.killed("outside.missed")


def one_profile(totals, scratch):
    """A new profile through up to ROUNDS_PER_PROFILE kills. False when there was nothing to do."""
    world = None
    number, name = 0, "the end"
    try:
        taken = totals.take(creation=True) or totals.take()
        if not taken:
            return False
        folder = os.path.join(scratch, f"p{taken[0]}")
        os.mkdir(folder)
        world = World(totals.options.console, os.path.join(scratch, "tools"), folder,
                      f"{totals.seed}/{taken[0]}")
        rounds = 0
        while taken:
            number, name = taken
            one_kill(world, totals, name)
            rounds += 1
            taken = totals.take() if rounds < ROUNDS_PER_PROFILE else None
        name = "the end"
        world.finish(totals.options.ctl)
        totals.add(world)
        return True
    except Exception as error:
        detail = error if isinstance(error, Violation) else traceback.format_exc()
        totals.fail(f"seed {totals.seed}, round {number} ({name}), after the kill at "
                    f"{world.kill_reason if world else 'nothing'}: {detail}")
        return False
    finally:
        if world:
            world.close()


def report(totals, seconds):
    width = max([len(name) for name in totals.histogram] or [1])
    lines = [f"  {name:{width}}  {kills:4}" for name, kills in sorted(totals.histogram.items())]
    lines += [f"VIOLATION: {failure}" for failure in totals.failures]
    kills = sum(totals.histogram.values())
    if totals.missed:
        lines.append(f"points that took another try: {', '.join(totals.missed)}")
    lines.append(f"seed {totals.seed}, {totals.profiles} profiles finished, their "
                 f"journals verified, {seconds:.0f} s")
    lines.append(f"{kills} kills, {totals.actions} actions, {totals.effects} effects, "
                 f"max effects per action {totals.most}")
    text = "\n".join(lines)
    print(text, flush=True)
    if totals.options.report:
        with open(totals.options.report, "w", encoding="utf-8") as file:
            file.write(text + "\n")


def main():
    options = parse(sys.argv[1:])
    if SCRATCH not in os.environ:
        scratch = tempfile.mkdtemp(prefix="lk-crash.")
        os.environ[SCRATCH] = scratch
        os.execv(WRAPPER, [WRAPPER, "--home", os.path.join(scratch, "home"), "--",
                           sys.executable, os.path.abspath(__file__), *sys.argv[1:]])
    scratch = os.environ[SCRATCH]
    for program in (options.console, options.ctl):
        if not os.access(program, os.X_OK):
            sys.exit(f"killtest: there is no program {program}; build it, or use --console and "
                     "--ctl")
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}", flush=True)
    totals = Totals(options, seed)
    # The tool server's script is part of what is approved: an edit meanwhile must not count.
    os.mkdir(os.path.join(scratch, "tools"))
    for name in ("effectserver.py", "effectcounter.py"):
        shutil.copy(os.path.join(HERE, name), os.path.join(scratch, "tools"))
    begin = time.monotonic()

    def work():
        while one_profile(totals, scratch):
            pass
    workers = [threading.Thread(target=work) for _ in range(options.jobs)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    report(totals, time.monotonic() - begin)
    if totals.failures or options.keep:
        print(f"kept: {scratch}", flush=True)
    else:
        shutil.rmtree(scratch, ignore_errors=True)
    return 1 if totals.failures or totals.most > 1 else 0


if __name__ == "__main__":
    sys.exit(main())

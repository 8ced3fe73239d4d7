# SPDX-License-Identifier: Apache-2.0
"""What a console is busy with until it is killed: one scenario for each kind of kill.

A scenario runs on a ready console and never returns: it goes on until the console is gone.
"""
import os
import time

from consoleclient import LIMIT, NotReached, Violation

ORPHAN_MS = 2500
MOMENTS = ("begun", "written", "committed", "guarded", "told")


def forever(step):
    """A scenario that repeats `step` until the console is gone."""
    def scenario(world):
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            step(world)
        raise NotReached("the console should have been killed by now")
    return scenario


def wait_for_end(world):
    try:
        world.pump(lambda: False, "the console should have been killed by now")
    except Violation as late:
        raise NotReached(str(late)) from late


def admit(world):
    world.submit(("append", "look", "append"))
    world.quiet()


def decide(world):
    chosen = world.pending(3)
    world.approve(chosen[0], now=True)
    world.approve(chosen[1], now=False)
    world.deny(chosen[2])
    world.quiet()


def run(world):
    """Several calls at once, one of them slow, one a read."""
    chosen = world.pending(2) + world.submit(plan="slow 60")
    world.submit(("look",))
    world.quiet()
    for action in chosen:
        world.approve(action)
    world.quiet()
    for action in chosen:
        world.collect(action)
    world.quiet()


def hold(world):
    for action in world.pending(2):
        world.approve(action, now=False)
    world.quiet()
    wait_for_end(world)


def undo(world):
    (action,) = world.pending(1)
    world.approve(action, now=False)
    world.quiet()
    world.undo(action)
    world.quiet()


def cancel(world):
    first, second = world.pending(2)
    world.approve(second, now=False)
    world.quiet()
    world.cancel(first)
    world.cancel(second)
    world.quiet()


def approve_without_server(world, count, come_back=True):
    """Leaves approved actions, each of its own submission, that wait for their tool server."""
    slow_start = os.path.join(world.folder, "slowstart")
    with open(slow_start, "w", encoding="ascii"):
        pass
    chosen = []
    for _ in range(count):
        chosen += world.submit()
    world.quiet()
    world.kill_tool_server()
    deadline = time.monotonic() + LIMIT
    while world.server_state()[0] == "ready":
        world.pump_for(0.01)
        if time.monotonic() > deadline:
            raise Violation("the tool server was killed and is ready")
    for action in chosen:
        world.approve(action)
    world.quiet()
    world.check()
    for action in chosen:
        if action.seen != "approved":
            raise Violation(f"{action}: {action.seen} while it should wait for its server")
    if come_back:
        os.unlink(slow_start)


def waiting(world):
    """Killed while approved actions wait: they are there after the restart, and run once."""
    approve_without_server(world, 3)
    world.console.kill()
    wait_for_end(world)


def claim(world):
    """What waited over the restart is claimed; later ones wait until the kill comes."""
    world.settle()
    approve_without_server(world, 3, come_back=False)
    wait_for_end(world)


def lease(world):
    (action,) = world.submit(plan="slow 1500")
    world.quiet()
    world.approve(action)
    world.collect(action)
    wait_for_end(world)


def late(world):
    """The answer comes after the deadline: evidence, nothing more."""
    (action,) = world.submit(("tardy",))
    world.quiet()
    world.approve(action)
    world.collect(action)
    wait_for_end(world)


def determination(world):
    world.settle()
    lost = [action for action in world.in_state("unknown") if "determine" not in action.timers]
    if not lost:
        lost = [start_running(world, "slow 60000")]
        world.kill_tool_server()
        world.collect(lost[0])
        world.quiet()
    world.determine(world.rng.choice(lost))
    wait_for_end(world)


def agent(world):
    world.add_agent()
    world.quiet()


def start_running(world, plan):
    """An action whose call has reached the tool server."""
    (running,) = world.submit(plan=plan)
    world.quiet()
    world.approve(running)
    world.pump(lambda: not os.path.exists(os.path.join(world.folder, "plan", running.tag)),
               "the call does not start")
    world.quiet()
    return running


def in_the_middle(world):
    """Killed with one call running, one item in its hold and one pending."""
    holding, _ = world.pending(2)
    world.approve(holding, now=False)
    start_running(world, "slow 60000")
    world.console.kill()
    wait_for_end(world)


def orphan(world):
    """The tool server's own child would have the effect after the restart: it has to go as well."""
    start_running(world, f"orphan {ORPHAN_MS}")
    world.orphans_until = time.monotonic() + ORPHAN_MS / 1000 + 1
    world.console.kill()
    wait_for_end(world)


def tool_kills(when):
    def scenario(world):
        (action,) = world.submit(plan="kill " + when)
        world.quiet()
        world.approve(action)
        world.collect(action)
        wait_for_end(world)
    return scenario


def busy(world):
    """Anything that agents and operators do, several things at once, in any order."""
    rng = world.rng
    free = [a for a in world.in_state("pending", "holding") if not a.asked]
    step = rng.choice(("submit", "submit", "read", "slow", "now", "now", "now", "hold", "deny",
                       "cancel", "undo", "collect", "server"))
    if step == "submit":
        world.submit(("append",) * rng.randint(1, 3))
    elif step == "read":
        world.submit(("look", "look"))
    elif step == "slow":
        world.submit(plan=f"slow {rng.randint(1, 400)}")
    elif step == "server":
        if rng.random() < 0.1:
            world.kill_tool_server()
    elif step == "collect":
        for action in world.in_state("approved", "running")[:4]:
            world.collect(action)
    elif free:
        action = rng.choice(free)
        {"now": lambda: world.approve(action), "hold": lambda: world.approve(action, now=False),
         "deny": lambda: world.deny(action), "cancel": lambda: world.cancel(action),
         "undo": lambda: world.undo(action)}[step]()
    if len(world.link.waiting) > 24:
        world.quiet()
    world.pump_for(rng.choice((0, 0, 0.002, 0.01, 0.03)))


# Three wait over the restart: each is looked at when recovery is over, when its server is ready and,
# now claimed, when the tools are known.
CLAIM_PASSAGES = 9

# Label of a command -> (scenario, greatest passage at which the kill may wait for).
COMMANDS = {
    "admit": (forever(admit), 3),
    "decision": (forever(decide), 5),
    "hold": (hold, 2),
    "claim": (claim, CLAIM_PASSAGES),
    "terminal": (forever(run), 4),
    "undo": (forever(undo), 2),
    "cancel": (forever(cancel), 3),
    "agent": (forever(agent), 2),
    "lease": (lease, 1),
    "late": (late, 1),
    "determination": (determination, 1),
    "tools": (wait_for_end, 1),      # reached while the console starts
    "recovery": (wait_for_end, 1),   # likewise
}
# What is killed before, so that there is something to do for the command.
PRELUDES = {"recovery": "outside.running", "claim": "outside.waiting"}
POINTS = {
    "dispatch.before": (forever(run), 4),
    "dispatch.start": (forever(run), 4),
    "dispatch.started": (forever(run), 4),
    "effect.reported": (forever(run), 4),
}
OUTSIDE = {
    "tool.before-effect": tool_kills("before"),
    "tool.after-effect": tool_kills("after"),
    "tool.after-answer": tool_kills("answered"),
    "outside.running": in_the_middle,
    "outside.orphan": orphan,
    "outside.waiting": waiting,
    "outside.busy": forever(busy),
    "outside.starting": forever(busy),
}


def armed_points():
    """Every named point: name -> (scenario, greatest passage)."""
    points = {f"{label}.{moment}": entry for label, entry in COMMANDS.items() for moment in MOMENTS}
    points.update(POINTS)
    return points

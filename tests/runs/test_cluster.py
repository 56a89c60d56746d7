"""The third driver: a Ray cluster on this machine, of one head and two machines that play. One of them dies."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.bots.detail import Detailed, play_detailed, row_of
from dungeonbowl.errors import UserError
from dungeonbowl.runs import cluster as driver
from dungeonbowl.runs.columns import write_rows
from dungeonbowl.runs.crew import Crew
from dungeonbowl.runs.plan import Plan
from support import command_line
from support.cluster_work import QUICK, caught, refuse

ray = pytest.importorskip("ray", reason="the extra cluster is not installed")

ROOT = Path(__file__).resolve().parents[2]
STORE = 80_000_000  # bytes of shared memory for each machine: the least that Ray takes


@pytest.fixture(scope="module")
def machines() -> Iterator[Any]:
    """A head that plays nothing and two machines with a processor each, all on this one."""
    from ray.cluster_utils import Cluster

    driver.load_ray()
    patch = pytest.MonkeyPatch()  # machines of the cluster find the work of this test where we do
    patch.setenv("PYTHONPATH", os.pathsep.join(str(each) for each in (ROOT / "src", ROOT / "tests")))
    found = Cluster()
    try:
        patiently(lambda: found.add_node(num_cpus=0, object_store_memory=STORE, include_dashboard=False))
        yield found, [machine(found) for _ in range(2)]
    finally:
        found.shutdown()
        patch.undo()


def machine(cluster: Any) -> Any:
    return patiently(lambda: cluster.add_node(num_cpus=1, object_store_memory=STORE))


def patiently(start: Callable[[], Any]) -> Any:
    """Ray gives a machine half a minute to start, which is little where many tests run at once."""
    for _ in range(4):
        try:
            return start()
        except Exception as error:
            if "timed out during startup" not in str(error):
                raise
    return start()


def kill_when(mark: Path, cluster: Any, machine: Any) -> threading.Thread:
    """Kill a machine, as if its plug were pulled, as soon as a file is there."""

    def kill() -> None:
        while not mark.exists():
            time.sleep(0.05)
        cluster.remove_node(machine, allow_graceful=False)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    return thread


def table(folder: Path, name: str, found: list[Detailed]) -> bytes:
    path = folder / f"{name}.parquet"
    write_rows(path, [row_of(each) for each in found])
    return path.read_bytes()


def test_three_drivers_write_the_same_bytes_though_a_machine_dies(machines: Any, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra columns is not installed")
    cluster, workers = machines
    plan = Plan(partial(play_detailed, QUICK), range(1, 41))
    with Crew() as alone, Crew(2) as processes:
        wanted = table(tmp_path, "alone", list(alone.in_order(plan)))
        assert table(tmp_path, "processes", list(processes.in_order(plan))) == wanted
    while len(workers) < 2:  # a first try has lost one
        workers.append(machine(cluster))
    victim = workers.pop()
    with Crew(ray=cluster.address) as crew:
        assert crew.workers == 2
        killer = kill_when(tmp_path / "begun", cluster, victim)
        found = list(crew.in_order(Plan(partial(caught, tmp_path, victim.node_id), range(1, 41))))
        killer.join()
        assert crew.failures >= 1
    assert table(tmp_path, "cluster", found) == wanted


def test_what_ray_says_of_machines_does_not_stand_in_what_a_command_prints(
    machines: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    from ray._private.worker import print_to_stdstream

    with Crew(ray=machines[0].address):
        print_to_stdstream({"lines": ["a machine is gone"], "pid": "raylet", "is_err": False}, ignore_prefix=False)
    found = capsys.readouterr()
    assert "a machine is gone" in found.err
    assert found.out == ""


def test_what_the_work_refuses_is_told_as_it_is_elsewhere(machines: Any) -> None:
    with Crew(ray=machines[0].address) as crew, pytest.raises(UserError, match="7 is not played here"):
        list(crew.results(Plan(refuse, [7])))


def test_a_machine_with_another_version_is_refused() -> None:
    with pytest.raises(UserError, match=r"a worker of the cluster has dungeonbowl .*, but 0\.0\.1 was expected"):
        driver.do("0.0.1", ".", Plan(refuse, [1]).chunk([0]))


def test_a_command_plays_on_a_cluster(
    machines: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for where in (("--jobs", "1"), ("--ray", machines[0].address)):
        short = ("sim", "--games", "4", "--turn-limit", "2", "--quick", "--json")
        assert command_line.run(monkeypatch, *short, *where) == 0
        told.append(capsys.readouterr().out.partition('"summary"')[2])
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("127.0.0.1:1", "--ray 127.0.0.1:1: no cluster answers there (Connection refused)"),
        ("auto", "--ray auto: no cluster answers there (nobody at auto)"),
        ("nowhere", "--ray nowhere: expected local, auto or HOST:PORT"),
        ("127.0.0.1:99999", "--ray 127.0.0.1:99999: expected local, auto or HOST:PORT"),
    ],
)
def test_an_address_where_nobody_is_is_one_line(
    address: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ray, "init", nobody)
    assert command_line.run(monkeypatch, "sim", "--games", "2", "--ray", address) == 2
    assert words in capsys.readouterr().err


def nobody(address: str, log_to_driver: bool, logging_level: int) -> None:
    assert not log_to_driver
    assert logging_level == logging.ERROR
    raise ConnectionError(f"nobody at {address}")

"""The files for hosting: each can be read by what it is for, as far as that is here, and names options that exist."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import signal
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from dungeonbowl import __version__
from dungeonbowl.cli import make_app
from support.pages import blocks

ROOT = Path(__file__).resolve().parents[2]
HOSTING = ROOT / "hosting"


def text_of(name: str) -> str:
    return (HOSTING / name).read_text(encoding="utf-8")


def look_up(words: list[str]) -> None:
    """Fails unless the arguments are those of a command with these options, each with a value that it takes. What
    `serve` does not know itself it hands to `play`."""
    command: Any = typer.main.get_command(make_app([]))
    rest = list(words)
    while hasattr(command, "commands"):
        command = command.commands[rest.pop(0)]
    context = command.context_class(command, **command.context_settings)
    left = command.make_parser(context).parse_args(args=rest)[1]
    if words[0] == "serve":
        look_up(["play", *left])
    else:
        assert left == [], f"left over: {left}"


class Unit(configparser.RawConfigParser):
    """A unit file: keys may be repeated, and keep their capitals."""

    def __init__(self) -> None:
        super().__init__(strict=False, delimiters=("=",), comment_prefixes=("#",), interpolation=None)

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def test_the_unit_starts_the_server_and_lets_it_do_little_else() -> None:
    unit = Unit()
    unit.read_string(text_of("dungeonbowl.service"))
    assert unit.sections() == ["Unit", "Service", "Install"]
    service = unit["Service"]
    program, *words = shlex.split(service["ExecStart"])
    assert Path(program).name == "dungeonbowl"
    assert Path(program).is_absolute()
    look_up(words)
    assert words[words.index("--host") + 1] == "127.0.0.1", "only the proxy reaches it"
    assert "$MAINPID" in service["ExecReload"]
    assert f"-{signal.Signals.SIGHUP.name.removeprefix('SIG')}" in service["ExecReload"]
    assert service["User"] == "dungeonbowl"
    for key in (
        "NoNewPrivileges",
        "ProtectHome",
        "PrivateTmp",
        "PrivateDevices",
        "RestrictSUIDSGID",
        "LockPersonality",
    ):
        assert service[key] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""


def test_every_night_there_is_a_backup_and_all_is_compared() -> None:
    server, night, timer = Unit(), Unit(), Unit()
    server.read_string(text_of("dungeonbowl.service"))
    night.read_string(text_of("dungeonbowl-night.service"))
    timer.read_string(text_of("dungeonbowl-night.timer"))
    assert timer["Timer"]["OnCalendar"]
    assert night["Service"]["User"] == server["Service"]["User"]
    lines = [
        line.partition("=")[2] for line in text_of("dungeonbowl-night.service").splitlines() if "ExecStart" in line
    ]
    done = []
    for line in lines:
        words = shlex.split(line)
        if words[:2] == ["/bin/sh", "-c"]:
            words = shlex.split(words[2].replace("$$(date +%%u)", "4").removeprefix("exec "))
        program, *rest = words
        assert program == shlex.split(server["Service"]["ExecStart"])[0]
        look_up(rest)
        assert rest[rest.index("--database") + 1] in server["Service"]["ExecStart"], "the same database"
        done.append(rest[:2])
    assert done == [["admin", "backup"], ["admin", "check"]]


def test_the_compose_file_has_three_services_that_fit_together() -> None:
    whole = yaml.safe_load(text_of("compose.yaml"))
    services = whole["services"]
    assert set(services) == {"server", "database", "proxy"}
    server = services["server"]
    look_up([re.sub(r"\$\{\w+[^}]*\}", "name", word) for word in server["command"]])
    assert (HOSTING / server["build"]["context"] / server["build"]["dockerfile"]).resolve().is_file()
    assert "ports" not in server, "only the proxy is reached from outside"
    assert "ports" not in services["database"]
    address = services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert f"--proxy={address}" in server["command"]
    assert whole["networks"]["inside"]["ipam"]["config"][0]["subnet"].startswith(address.rpartition(".")[0])
    assert server["environment"]["PGPASSWORD"] == services["database"]["environment"]["POSTGRES_PASSWORD"]
    assert not any("BOWL_PASSWORD" in word for word in server["command"]), "no password in the list of processes"
    used = {volume.partition(":")[0] for each in services.values() for volume in each.get("volumes", [])}
    assert {name for name in used if not name.startswith(".")} == set(whole["volumes"])
    for volume in used:
        assert not volume.startswith(".") or (HOSTING / volume).is_file()


def test_the_container_runs_the_server_and_not_as_root() -> None:
    lines = text_of("Containerfile").replace("\\\n", " ").splitlines()
    steps = [(word, rest) for word, _, rest in (line.partition(" ") for line in lines) if word and word != "#"]
    known = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"}
    assert {word for word, _ in steps} <= known
    names = dict(steps)
    assert names["USER"].isdigit()
    assert json.loads(names["ENTRYPOINT"]) == ["dungeonbowl"]
    words = json.loads(names["CMD"])
    look_up(words)
    assert words[words.index("--port") + 1] == names["EXPOSE"]
    check = json.loads(names["HEALTHCHECK"].partition("CMD ")[2])
    assert f":{names['EXPOSE']}/ready" in check[-1]
    compile(check[-1], "check", "exec")
    extras = re.search(r'"\.\[([\w,]+)\]"', names_of(steps, "RUN"))
    assert extras is not None
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert all(re.search(rf"^{extra} = \[", project, re.MULTILINE) for extra in extras[1].split(","))


def names_of(steps: list[tuple[str, str]], wanted: str) -> str:
    return " ".join(rest for word, rest in steps if word == wanted)


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_proxies_tell_no_figures_and_braces_are_closed(name: str) -> None:
    text = "\n".join(line.partition("#")[0] for line in text_of(name).splitlines())
    assert text.count("{") == text.count("}")
    assert "/metrics" in text
    assert "404" in text


def test_fifteen_commands() -> None:
    first = next(block for block in blocks(ROOT / "docs" / "do" / "hosting.md") if block.language == "sh")
    lines = [line for line in first.text.splitlines() if line]
    assert len(lines) == 15
    for name in re.findall(r"/srv/source/(\S+)", first.text):
        if name != "[accounts,league,postgres]'":
            assert (ROOT / name).is_file()
    unit = Unit()
    unit.read_string(text_of("dungeonbowl.service"))
    program = shlex.split(unit["Service"]["ExecStart"])[0]
    assert any(line == f"python3 -m venv {Path(program).parents[1]}" for line in lines)


def test_the_cluster_of_a_cloud_has_what_ray_asks_of_it_and_one_version_everywhere() -> None:
    found = yaml.safe_load(text_of("ray-cluster.yaml"))
    kinds = found["available_node_types"]
    assert kinds[found["head_node_type"]]["resources"] == {"CPU": 0}, "the head plays nothing"
    assert kinds["worker"]["max_workers"] <= found["max_workers"]
    assert any(f"'dungeonbowl[cluster]=={__version__}'" in each for each in found["setup_commands"])
    for commands in (found["head_start_ray_commands"], found["worker_start_ray_commands"]):
        assert all(shlex.split(each)[0] == "~/bowl/bin/ray" for each in commands)
    if find_spec("ray") is not None:
        checks = import_module("ray.autoscaler._private.util")
        checks.validate_config(checks.prepare_config(found))


def test_the_job_on_kubernetes_starts_a_command_that_there_is_and_can_go_on() -> None:
    job, claim = yaml.safe_load_all(text_of("ray-job.yaml"))
    assert (job["apiVersion"], job["kind"], claim["kind"]) == ("ray.io/v1", "RayJob", "PersistentVolumeClaim")
    program, *words = shlex.split(job["spec"]["entrypoint"])
    assert program == "dungeonbowl"
    look_up(words)
    kept = words[words.index("--resume") + 1]
    cluster = job["spec"]["rayClusterSpec"]
    head = cluster["headGroupSpec"]["template"]["spec"]
    assert cluster["headGroupSpec"]["rayStartParams"]["num-cpus"] == "0", "the head plays nothing"
    mounted = head["containers"][0]["volumeMounts"][0]
    assert kept.startswith(mounted["mountPath"] + "/"), "a new head goes on where the file ends"
    assert head["volumes"][0]["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"]
    groups = [head, *(group["template"]["spec"] for group in cluster["workerGroupSpecs"])]
    images = {group["containers"][0]["image"] for group in groups}
    assert images == {f"registry.example.org/dungeonbowl-cluster:{__version__}"}
    assert f"--tag {images.pop()} " in text_of("Containerfile.cluster")

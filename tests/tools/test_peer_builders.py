"""The drivers of engines in C and in Rust, compiled with engines that are made up: what a driver calls, and no more."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from support.pages import ROOT

C_HEADER = """
#include <stdbool.h>
#include <stdint.h>
#define BB_LEGAL_MAX 16
#define BB_NUM_PLAYERS 4
enum { BB_LOC_ON_PITCH = 1 };
typedef struct { int which; } bb_action;
typedef struct { uint64_t seed; } bb_rng;
typedef enum { BB_STATUS_DECISION = 1, BB_STATUS_MATCH_OVER } bb_status;
typedef struct { struct { uint8_t location; } players[BB_NUM_PLAYERS]; int made; } bb_match;
void bb_rng_seed(bb_rng* rng, uint64_t seed, uint64_t stream);
void bb_match_init(bb_match* m, int home, int away);
bb_status bb_advance(bb_match* m, bb_rng* rng);
int bb_legal_actions(const bb_match* m, bb_action* out);
bb_status bb_apply(bb_match* m, bb_action a, bb_rng* rng);
"""
C_SOURCE = """
#include "bb/bb_match.h"
#include <stdlib.h>
void bb_rng_seed(bb_rng* rng, uint64_t seed, uint64_t stream) { rng->seed = seed + stream; }
void bb_match_init(bb_match* m, int home, int away) {
    if (home == away) abort();
    m->made = 0;
    m->players[2].location = BB_LOC_ON_PITCH;
}
bb_status bb_advance(bb_match* m, bb_rng* rng) { return BB_STATUS_DECISION; }
int bb_legal_actions(const bb_match* m, bb_action* out) { out[0].which = 0; out[1].which = 1; return 2 + m->made % 2; }
bb_status bb_apply(bb_match* m, bb_action a, bb_rng* rng) {
    return ++m->made == 500 ? BB_STATUS_MATCH_OVER : BB_STATUS_DECISION;
}
"""
C_WAYS = """
#include "bb/bb_match.h"
typedef struct { int cost[9]; } bb_reach_field;
static void bb_reach_field_compute(const bb_match* m, int mover, bb_reach_field* out) { out->cost[mover] = m->made; }
"""
RUST = """
pub mod core { pub mod game_runner {
    pub struct Actions { pub team: Option<u8> }
    pub struct State { pub available_actions: Actions, made: u32 }
    impl Clone for State {
        fn clone(&self) -> State {
            State { available_actions: Actions { team: self.available_actions.team }, made: self.made }
        }
    }
    pub trait GameRunner { fn step(&mut self); fn game_over(&self) -> bool; fn get_state(&self) -> &State; }
    pub struct BotGameRunner { state: State }
    impl GameRunner for BotGameRunner {
        fn step(&mut self) {
            self.state.made += 1;
            self.state.available_actions.team = if self.state.made % 3 == 0 { None } else { Some(1) };
        }
        fn game_over(&self) -> bool { self.state.made == 900 }
        fn get_state(&self) -> &State { &self.state }
    }
    #[derive(Default)]
    pub struct BotGameRunnerBuilder { seed: u64 }
    impl BotGameRunnerBuilder {
        pub fn new() -> Self { Self::default() }
        pub fn set_seed(mut self, seed: u64) -> Self { self.seed = seed; self }
        pub fn build(self) -> BotGameRunner {
            assert!(self.seed > 0);
            BotGameRunner { state: State { available_actions: Actions { team: Some(0) }, made: 0 } }
        }
    }
} }
"""


@pytest.fixture
def peers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    spec = importlib.util.spec_from_file_location("peers", ROOT / "tools" / "peers.py")
    assert spec is not None
    assert spec.loader is not None
    monkeypatch.setattr(sys, "path", list(sys.path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)  # what is built is built there
    return module


def answers(peers: Any, peer: Any) -> dict[str, Any]:
    return {figure: peers.ask(peer, figure, 0.02, None) for figure in peers.FIGURES}


def c_engine(folder: Path) -> Path:
    for name, text in (("include/bb/bb_match.h", "#pragma once\n" + C_HEADER), ("src/all.c", C_SOURCE)):
        (folder / "engine" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "engine" / name).write_text(text, "utf-8")
    return folder


needs_c = pytest.mark.skipif(not (shutil.which("gcc") or shutil.which("clang")), reason="needs a C compiler")
needs_rust = pytest.mark.skipif(not shutil.which("cargo"), reason="needs Rust")


@needs_c
def test_the_driver_in_c_answers_for_the_engine_whose_sources_are_given(peers: Any, tmp_path: Path) -> None:
    engine = c_engine(tmp_path / "engine-in-c")
    peer = peers.given_peer(f"rl={engine}")
    assert "-O3" in peers.ask(peer, "about", 0.0, None)["about"]
    found = answers(peers, peer)
    assert found["options"]["value"] == pytest.approx(2.5, abs=0.01)  # two and three by turns
    assert all(found[figure]["value"] > 0 for figure in ("steps_per_s", "games_per_s", "clone_us"))
    assert {figure for figure in found if "missing" in found[figure]} == {"reach_us", "env_steps_per_s"}
    (engine / "engine" / "include" / "bb" / "bb_reachability.h").write_text(C_WAYS, "utf-8")
    assert peers.ask(peers.given_peer(f"rl={engine}"), "reach_us", 0.02, None)["value"] > 0


@needs_c
def test_an_engine_that_does_not_compile_is_absent_with_the_reason(peers: Any, tmp_path: Path) -> None:
    engine = c_engine(tmp_path / "engine-in-c")
    (engine / "engine" / "src" / "all.c").write_text("#error this engine is not ready\n", "utf-8")
    with pytest.raises(peers.Absent, match=r"could not be compiled: .*this engine is not ready"):
        peers.given_peer(f"rl={engine}")


@needs_rust
def test_the_driver_in_rust_answers_for_the_engine_whose_sources_are_given(peers: Any, tmp_path: Path) -> None:
    crate = tmp_path / "engine-in-rust" / "botbowl-engine"
    (crate / "src").mkdir(parents=True)
    (crate / "Cargo.toml").write_text('[package]\nname = "some-engine"\nversion = "0.1.0"\nedition = "2021"\n', "utf-8")
    (crate / "src" / "lib.rs").write_text(RUST, "utf-8")
    peer = peers.given_peer(f"rust={crate.parent}")
    found = answers(peers, peer)
    assert all(found[figure]["value"] > 0 for figure in ("steps_per_s", "games_per_s", "clone_us"))
    assert {figure for figure in found if "missing" in found[figure]} == {"options", "reach_us", "env_steps_per_s"}

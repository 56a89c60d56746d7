//! Answers for botbowl_rust what tools/peers.py asks: `PROGRAM FIGURE SECONDS`. It is compiled as a crate of its own that
//! depends on the engine, and calls what the engine makes public: its runner of matches with its random bots.

use engine::core::game_runner::{BotGameRunner, BotGameRunnerBuilder, GameRunner};
use std::hint::black_box;

const IN_THE_MIDDLE: u64 = 400;
const AT_ONCE: u64 = 50;

extern "C" {
    fn clock() -> std::os::raw::c_long; // of the C library: the processor's time for this process
}

fn now() -> f64 {
    unsafe { clock() as f64 / 1e6 }
}

struct Play {
    runner: BotGameRunner,
    seed: u64,
    decisions: u64,
    matches: u64,
}

impl Play {
    fn new() -> Play {
        Play { runner: new_match(1), seed: 1, decisions: 0, matches: 0 }
    }

    /// One decision of random play, with all that follows from it; a new match follows the last one.
    fn decide(&mut self) {
        loop {
            let asked = self.runner.get_state().available_actions.team.is_some();
            self.runner.step();
            if self.runner.game_over() {
                self.seed += 1;
                self.matches += 1;
                self.runner = new_match(self.seed);
            }
            if asked {
                self.decisions += 1;
                return;
            }
        }
    }
}

fn new_match(seed: u64) -> BotGameRunner {
    BotGameRunnerBuilder::new().set_seed(seed).build()
}

fn measure(figure: &str, seconds: f64) -> Option<f64> {
    let mut play = Play::new();
    match figure {
        "steps_per_s" | "games_per_s" => {
            let began = now();
            let mut spent = 0.0;
            while spent < seconds || play.matches < 1 {
                for _ in 0..AT_ONCE {
                    play.decide();
                }
                spent = now() - began;
            }
            let done = if figure == "steps_per_s" { play.decisions } else { play.matches };
            Some(done as f64 / spent)
        }
        "clone_us" => {
            let (mut made, mut before) = (0, 0);
            while made < IN_THE_MIDDLE {
                play.decide();
                made = if play.matches == before { made + 1 } else { 0 };
                before = play.matches;
            }
            let (began, mut spent, mut copies) = (now(), 0.0, 0u64);
            while spent < seconds || copies == 0 {
                for _ in 0..AT_ONCE {
                    black_box(play.runner.get_state().clone());
                }
                copies += AT_ONCE;
                spent = now() - began;
            }
            Some(spent * 1e6 / copies as f64)
        }
        _ => None,
    }
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let seconds: f64 = words[2].parse().expect("a number of seconds");
    if words[1] == "about" {
        println!("{{\"about\": \"release build for this processor\"}}");
    } else {
        match measure(&words[1], seconds) {
            Some(value) => println!("{{\"value\": {value}}}"),
            None => println!("{{\"missing\": \"this driver does not ask for it\"}}"),
        }
    }
}

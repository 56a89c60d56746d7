// Answers for the C engine bloodbowl-rl what tools/peers.py asks: `PROGRAM FIGURE SECONDS`. It is compiled together with
// the sources of that engine, and calls what its headers offer.
#define _POSIX_C_SOURCE 200809L
#include "bb/bb_match.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if __has_include("bb/bb_reachability.h")
#include "bb/bb_reachability.h"
#define FINDS_WAYS 1
#endif

enum { IN_THE_MIDDLE = 400, COPIES = 64, AT_ONCE = 1000 };

static bb_match match;
static bb_rng dice;
static bb_status status;
static uint64_t chance = 88172645463325252ULL;
static long decisions, listed, matches;

static double now(void) {
    struct timespec spent;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return (double)spent.tv_sec + 1e-9 * (double)spent.tv_nsec;
}

static uint32_t below(uint32_t limit) {  // xorshift: which action is taken must cost next to nothing
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (uint32_t)((chance >> 32) * limit >> 32);
}

static void begin(void) {
    bb_match_init(&match, 0, 1);
    bb_rng_seed(&dice, (uint64_t)++matches, 7);
    status = bb_advance(&match, &dice);
}

// One decision of random play; a new match follows the last one.
static void decide(void) {
    static bb_action legal[BB_LEGAL_MAX];
    int count = bb_legal_actions(&match, legal);
    if (count <= 0) {
        fprintf(stderr, "a decision without a legal action\n");
        exit(1);
    }
    listed += count;
    decisions++;
    status = bb_apply(&match, legal[below((uint32_t)count)], &dice);
    if (status != BB_STATUS_DECISION) {
        begin();
    }
}

static void to_the_middle(void) {
    long first = matches;
    for (int made = 0; made < IN_THE_MIDDLE; made++) {
        decide();
        if (matches != first) {  // that one was short
            first = matches;
            made = 0;
        }
    }
}

static double copying(double seconds) {
    static bb_match kept[COPIES];
    long made = 0;
    double began = now(), spent = 0.0;
    while (spent < seconds || made == 0) {
        for (int again = 0; again < AT_ONCE; again++) {
            memcpy(&kept[again % COPIES], &match, sizeof match);
            __asm__ volatile("" : : "r"(kept) : "memory");  // the copy must not be left out
        }
        made += AT_ONCE;
        spent = now() - began;
    }
    return spent * 1e6 / (double)made;
}

#ifdef FINDS_WAYS
static double searching(double seconds) {
    static bb_reach_field field;
    long made = 0;
    double began = now(), spent = 0.0;
    while (spent < seconds || made == 0) {
        for (int player = 0; player < BB_NUM_PLAYERS; player++) {
            if (match.players[player].location == BB_LOC_ON_PITCH) {
                bb_reach_field_compute(&match, player, &field);
                __asm__ volatile("" : : "r"(&field) : "memory");
                made++;
            }
        }
        if (made == 0) {
            decide();
        }
        spent = now() - began;
    }
    return spent * 1e6 / (double)made;
}
#endif

int main(int count, char** words) {
    if (count != 3) {
        fprintf(stderr, "expected the name of a figure and a number of seconds\n");
        return 2;
    }
    const char* figure = words[1];
    double seconds = atof(words[2]), value = 0.0;
    begin();
    if (strcmp(figure, "about") == 0) {
        printf("{\"about\": \"%s, a match has %zu bytes\"}\n", FLAGS, sizeof match);
        return 0;
    } else if (strcmp(figure, "clone_us") == 0) {
        to_the_middle();
        value = copying(seconds);
#ifdef FINDS_WAYS
    } else if (strcmp(figure, "reach_us") == 0) {
        to_the_middle();
        value = searching(seconds);
#endif
    } else if (strcmp(figure, "steps_per_s") == 0 || strcmp(figure, "games_per_s") == 0 || strcmp(figure, "options") == 0) {
        double began = now(), spent = 0.0;
        long first = matches;
        while (spent < seconds || matches - first < 2) {
            for (int again = 0; again < AT_ONCE; again++) {
                decide();
            }
            spent = now() - began;
        }
        value = strcmp(figure, "options") == 0   ? (double)listed / (double)decisions
                : strcmp(figure, "games_per_s") == 0 ? (double)(matches - first) / spent
                                                     : (double)decisions / spent;
    } else {
        printf("{\"missing\": \"this driver does not ask for it\"}\n");
        return 0;
    }
    printf("{\"value\": %.9g}\n", value);
    return 0;
}

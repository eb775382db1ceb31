/* Hosts share one session: who may use its refresh token, and who stores the next one. The steps are in steps.pml.

   WHAT IS MODELLED
   The row: whether it exists, its generation and credential, the claim (lease and fence), the note that the credential
   is about to be used, and the fence of the last commit. The hosts: claim, note, check, send, spool, commit, release,
   end after a refusal, sign out. A statement to the database is one step; what the vendor does with a request, too.
   Between two steps a host can pause for any time. It can die at any step: its memory is gone, its disk is kept, and it
   starts again at any later time. A statement can fail, or take effect and lose its answer. A request can fail with an
   error that says that it was not processed; it can be lost; its answer can be lost; and it can arrive after its sender
   gave up or died (`stray`). A host with a spooled pair stores that before it claims again.
   The vendor: one valid pair and, when that is used, the next. KIND says what a used token gives within WINDOW: nothing
   (NONE), the same pair (SAME_PAIR), or a further pair, after which earlier ones may stop working (NEW_PAIR). Outside
   of it the token is refused, and the vendor may end the session for the reuse. ENDINGS lets it end the session for
   its own reasons. The search covers every order of at most CLAIMS claims, FAULTS deaths and lost messages, and
   SIGN_OUTS sign-outs, with any number of pauses.

   WHAT IS ABSTRACTED
   Time is ticks: all leases and windows count down together when the clock ticks. A host's clock is as fast as the
   database's, and a lease starts at both at the same moment (in truth the host's starts earlier), so there are no
   margins. The holder's name is left out: the fence names the claim. Tokens are numbers. The database loses nothing.
   A pair that stopped working because of a further one is refused, but does not count as used twice. A sign-out revokes
   one token, and that ends only the pair of this token.

   PROPERTIES, by the names of their variables
   committed_twice, generation_fell   no generation is committed twice; generations only grow
   came_back                          a session that was signed out has no row again
   redeemed_twice                     a used token is sent again only as a replay in its window, unless a send of it was
                                      checked in time and arrived late
   ended_under_successor              a refusal deletes no row while a host holds a pair that the vendor accepts
   told_wrongly                       `renewal_lost` is reported only for a credential that a holder noted
   lost                               when all hosts are idle, the vendor accepts the stored token, or it ended the
                                      session, or the newest pair went missing on the way and the row shows that
   leaked                             when all hosts are idle after a sign-out, the newest pair is revoked, or it went
                                      missing on the way
   stuck                              no host waits for ever
   Where a replay gives a further pair, a request that arrives late can stop the pair that is stored. The properties
   ended_under_successor, lost and leaked leave this case out (IS_LATE_REPLAY).

   RULES THAT THE MODEL ADDED
   The first draft of the protocol did not have them. The mutants from 9 on are that draft, or a rule that is half made.
   * A commit ends only its own claim: a later holder keeps its lease (COMMIT_CLEARS_ANY_CLAIM). A note is made only for
     the generation that was claimed (NOTE_WITHOUT_GENERATION).
   * A release clears only a note that its own claim was the first to make, and only if nothing was sent or the vendor
     answered (RELEASE_CLEARS_ANY_NOTE, ANY_ERROR_IS_AN_OUTCOME). A host's own note counts, too (OWN_NOTE_IGNORED).
   * The window is checked before the send, like the lease, not only at the claim (WINDOW_CHECKED_AT_CLAIM).
   * With further pairs the higher fence wins at every generation, not only at the next one (NEXT_GENERATION_ONLY). A
     pair in the spool keeps the fence that it was obtained under (SPOOL_WITHOUT_FENCE). A commit that finds the note of
     a higher fence keeps that fence (`rival_fence`); until one as high commits, a refusal ends nothing (NO_RIVAL).
   * A refusal after a takeover keeps the row (END_ON_REFUSAL_AT_ONCE, END_AFTER_GRACE). END_WHILE_IN_TIME=1 is another
     rule that holds: the refusal ends the session if it is read while the lease and the window last.
   * A sign-out writes to its disk what it will revoke, then deletes exactly that generation (SIGN_OUT_NOTED_LATER).

   BY HAND
     spin -DKIND=SAME_PAIR -DHOSTS=2 -DCLAIMS=3 -DFAULTS=1 -a renewal.pml
     cc -O1 -DSAFETY -w -o pan pan.c && ./pan -m10000
   With -DMUTANT=NO_NOTE it finds an error; spin with the same switches and `-t -p -g` then prints the steps. */

#define NONE 0
#define SAME_PAIR 1
#define NEW_PAIR 2

/* Faults in the protocol, one at a time. */
#define LEASE_WITHOUT_FENCE 1
#define COMMIT_WITHOUT_GENERATION 2
#define NO_NOTE 3
#define REPLAY_ALWAYS 4
#define END_ON_REFUSAL_AT_ONCE 5
#define SEND_WITHOUT_LEASE_CHECK 6
#define NO_SPOOL 7
#define SIGN_OUT_WITHOUT_DELETE_CHECK 8
#define COMMIT_CLEARS_ANY_CLAIM 9
#define NOTE_WITHOUT_GENERATION 10
#define RELEASE_CLEARS_ANY_NOTE 11
#define ANY_ERROR_IS_AN_OUTCOME 12
#define OWN_NOTE_IGNORED 13
#define WINDOW_CHECKED_AT_CLAIM 14
#define NEXT_GENERATION_ONLY 15
#define SPOOL_WITHOUT_FENCE 16
#define NO_RIVAL 17
#define END_WITHOUT_GRACE 18
#define SIGN_OUT_NOTED_LATER 19
#define UNSETTLED_IS_AN_OUTCOME 20
#define END_BESIDE_FIRST_USE 21
#define END_BESIDE_LAST_USE 22
#define END_BESIDE_CLAIM 23
#define RECOVERED_BY_GENERATION 24
#define FORGOTTEN_FIRST_USE 25
#define FORGOTTEN_DOUBT 26
#define RIVAL_WITHOUT_DOUBT 27
#define WINDOW_STARTS_AGAIN 28
#define DOUBT_OF_ANY_GENERATION 29
#define SIGN_OUT_DROPS_PAIR 30
#define END_OUTSIDE_CLAIM 31

#ifndef MUTANT
#define MUTANT 0
#endif
/* The faults from RECOVERED_BY_GENERATION on, all at once. */
#ifndef AS_BUILT
#define AS_BUILT 0
#endif
#define IS(fault) (AS_BUILT || MUTANT == fault)
#ifndef RELEASE_KEEPS_LEASE
#define RELEASE_KEEPS_LEASE 0
#endif
#ifndef SLEEPERS
#define SLEEPERS 0
#endif
#ifndef LATE_REQUESTS
#define LATE_REQUESTS 0
#endif
#ifndef KIND
#define KIND NONE
#endif
#ifndef HOSTS
#define HOSTS 2
#endif
#ifndef CLAIMS
#define CLAIMS 3
#endif
#ifndef FAULTS
#define FAULTS 1
#endif
#if CLAIMS > 6
#error "Masks of pairs have eight bits: at most six claims."
#endif
#ifndef SIGN_OUTS
#define SIGN_OUTS 1
#endif
#ifndef ENDINGS
#define ENDINGS 0
#endif

#ifndef LEASE
#define LEASE 2
#endif
#ifndef GRACE
#define GRACE 1
#endif
#if KIND == NONE
#define WINDOW 0
#elif !defined(WINDOW)
#define WINDOW 3
#endif

#define BIT(n) (1 << (n))

/* The steps of a host. At IDLE it has nothing in memory; on its disk it may have a pair to store or a sign-out. */
#define IDLE 0
#define NOTE 1
#define CHECK 2
#define SEND 3
#define ANSWERED 4
#define REFUSED 5
#define COMMIT 6
#define RELEASE 7
#define SIGN_OUT 8

/* What a host knows of its use of the credential when it releases the claim. */
#define ANSWER_KNOWN 0
#define UNANSWERED 1
#define UNSETTLED 2

/* The row. `spent` and `doubted` say whether the columns name the row's generation. What ends in `_left` counts down
   from a lease and GRACE, to the end of that time; `window` counts down from the first use. */
bit exists = 1, spent, doubted;
byte generation, credential = 1, fence, holder, claim_left, window;
byte spent_fence, spent_left, noted_fence, noted_left, committed_fence, rival_fence, rival_left;

/* The vendor. Pairs are numbered from 1; `accepted` has a bit for each pair whose refresh token it would accept. */
byte accepted = BIT(1), last_pair = 1, used, answer_to_used, used_window;
bit ended;
/* A request that is still under way though its host gave up or died, and what is left of that host's lease. */
byte stray, stray_left;

/* A host's memory. */
byte at[HOSTS], my_fence[HOSTS], my_generation[HOSTS], token[HOSTS], pair[HOSTS], my_left[HOSTS], my_window[HOSTS];
byte use[HOSTS], forgotten[HOSTS];
bit is_takeover[HOSTS], is_doubtful[HOSTS], is_forgotten_doubtful[HOSTS];
/* A host's disk. */
byte spooled[HOSTS], spooled_generation[HOSTS], spooled_fence[HOSTS], outbox[HOSTS], outbox_generation[HOSTS];
#if MUTANT == NEXT_GENERATION_ONLY
bit spooled_takeover[HOSTS];
#endif

/* What is left of the bounds. */
byte claims = CLAIMS, faults = FAULTS, sign_outs = SIGN_OUTS, endings = ENDINGS;

/* For the properties only. */
bit checked_in_time[HOSTS], signed_out, declared, excused;
byte redeemed, dropped, meant, committed, highest;
bit committed_twice, generation_fell, came_back, redeemed_twice, ended_under_successor, ended_under_sleeper;
bit told_wrongly, lost, leaked, stuck;
#if MUTANT == OWN_NOTE_IGNORED
byte noter;
#endif
#ifdef GOAL
bit has_recovered, has_retried, reached;
#endif

#define NEVER(what, condition) if :: (condition) -> what = 1; assert(!what) :: else fi

#if HOSTS == 2
#define IS_QUIET (stray == 0 && at[0] + at[1] == 0 && spooled[0] + spooled[1] == 0 && outbox[0] + outbox[1] == 0)
#define TIMERS (my_left[0] + my_left[1] + my_window[0] + my_window[1])
#else
#define IS_QUIET (stray == 0 && at[0] + at[1] + at[2] == 0 && spooled[0] + spooled[1] + spooled[2] == 0 && \
  outbox[0] + outbox[1] + outbox[2] == 0)
#define TIMERS (my_left[0] + my_left[1] + my_left[2] + my_window[0] + my_window[1] + my_window[2])
#endif

#define NEWEST BIT(last_pair)
/* The stored token is not accepted, and that is not told: not by the row to the next host, or not at the end. */
#define IS_LOST (!signed_out && !excused && (exists -> !(accepted & BIT(credential)) && \
  !((spent || doubted || rival_fence > 0) && (ended || (dropped & NEWEST))) : !declared))
#define IS_LEAKED (signed_out && (accepted & NEWEST) && !(dropped & NEWEST) && !excused)

/* What must be possible, so that the properties say something: the error is then what is wanted. */
#define RENEWED 1
#define ENDED 2
#define RECOVERED 3
#define SIGNED_OUT_DURING_RENEWAL 4
#define RETRIED 5
#define TOLD 6

#include "steps.pml"

proctype Host(byte h) {
  byte answer;
end:
  do
  :: atomic { at[h] == IDLE && spooled[h] == 0 && outbox[h] == 0 && claims > 0 && exists &&
      (claim_left <= GRACE || holder == h + 1) -> claim(h) }
  :: atomic { at[h] == NOTE -> note(h) }
  :: atomic { at[h] == CHECK -> check(h) }
  :: atomic { at[h] == SEND -> send(h) }
  :: atomic { at[h] == ANSWERED -> spool(h) }
  :: atomic { at[h] == COMMIT -> commit(h, true) }
  :: atomic { at[h] == REFUSED && !WAITS(h) -> end_session(h) }
  :: atomic { at[h] == REFUSED && WAITS(h) && faults > 0 -> faults--; give_up(h, ANSWER_KNOWN) }
  :: atomic { at[h] == RELEASE -> release(h) }
  :: atomic { at[h] == IDLE && spooled[h] != 0 ->
      if
      :: IS(RECOVERED_BY_GENERATION) -> recover_by_generation(h)
      :: else -> commit(h, false)
      fi
    }
#if MUTANT == SIGN_OUT_NOTED_LATER
  :: atomic { at[h] == IDLE && outbox[h] == 0 && spooled[h] == 0 && sign_outs > 0 && exists ->
      sign_outs--; token[h] = credential; remove_row(); signed_out = 1; at[h] = SIGN_OUT }
  :: atomic { at[h] == SIGN_OUT -> outbox[h] = token[h]; forget(h) }
#else
  :: atomic { at[h] == IDLE && outbox[h] == 0 && sign_outs > 0 && exists ->
      sign_outs--; at[h] = SIGN_OUT; note_sign_out(h) }
  :: atomic { at[h] == SIGN_OUT -> sign_out(h) }
#endif
  :: atomic { at[h] == IDLE && spooled[h] == 0 && outbox[h] != 0 -> finish_sign_out(h) }
#if MUTANT == SPOOL_WITHOUT_FENCE
  :: atomic { at[h] == IDLE && spooled[h] != 0 && exists && claim_left <= GRACE && claims > 0 ->
      claims--; fence++; holder = HOSTS + 1; claim_left = LEASE + GRACE; spooled_fence[h] = fence }
#endif
#if MUTANT == NO_SPOOL
  :: atomic { faults > 0 && at[h] == IDLE && spooled[h] != 0 -> die(h) }
#endif
  :: atomic { faults > 0 && at[h] != IDLE -> die(h) }
  od
}

#define COUNT_DOWN(timer) timer = (timer > 0 -> timer - 1 : 0)

/* Time, the network, the vendor's own decisions, and the watch over the properties of quiet states. */
active proctype World() {
  byte answer;
end:
  do
  :: d_step { claim_left + spent_left + noted_left + rival_left + window + used_window + stray_left + TIMERS > 0 ->
      COUNT_DOWN(claim_left); COUNT_DOWN(spent_left); COUNT_DOWN(noted_left); COUNT_DOWN(rival_left);
      COUNT_DOWN(window); COUNT_DOWN(used_window); COUNT_DOWN(stray_left);
      COUNT_DOWN(my_left[0]); COUNT_DOWN(my_window[0]); COUNT_DOWN(my_left[1]); COUNT_DOWN(my_window[1]);
#if HOSTS == 3
      COUNT_DOWN(my_left[2]); COUNT_DOWN(my_window[2])
#endif
    }
  :: atomic { stray != 0 ->
      ask_vendor(stray, false, true, !LATE_REQUESTS || stray_left == 0);
      dropped = dropped | (BIT(answer) & ~1); answer = 0; stray = 0; stray_left = 0 }
  :: atomic { endings > 0 && !ended -> endings--; ended = 1; excused = 1; accepted = 0 }
  :: atomic { IS_QUIET && IS_LOST -> lost = 1; assert(!lost) }
  :: atomic { IS_QUIET && IS_LEAKED -> leaked = 1; assert(!leaked) }
#if GOAL == RENEWED
  :: atomic { IS_QUIET && generation == CLAIMS -> reached = 1; assert(!reached) }
#elif GOAL == ENDED
  :: atomic { IS_QUIET && !exists && !signed_out && !declared -> reached = 1; assert(!reached) }
#elif GOAL == RECOVERED
  :: atomic { IS_QUIET && exists && has_recovered && !excused -> reached = 1; assert(!reached) }
#elif GOAL == SIGNED_OUT_DURING_RENEWAL
  :: atomic { IS_QUIET && signed_out && last_pair > 1 && accepted == 0 && !ended && committed == 0 ->
      reached = 1; assert(!reached) }
#elif GOAL == RETRIED
  :: atomic { IS_QUIET && exists && has_retried && !excused -> reached = 1; assert(!reached) }
#elif GOAL == TOLD
  :: atomic { IS_QUIET && !exists && declared && !excused -> reached = 1; assert(!reached) }
#endif
  :: atomic { timeout -> NEVER(stuck, !IS_QUIET); break }
  od
}

init {
  atomic {
    run Host(0); run Host(1);
#if HOSTS == 3
    run Host(2)
#endif
  }
}

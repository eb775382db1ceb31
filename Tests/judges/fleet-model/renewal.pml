/* Hosts share one session: who may use its refresh token, and who stores the next one. The steps are in steps.pml.

   WHAT IS MODELLED
   The row, with the columns of SessionStatements.swift: the claim (holder, lease and fence), the first and the last use
   of the generation's credential, its doubt, the fence of the last commit, and the rival. The hosts: claim, note,
   check, send, spool, commit, release, wait and end after a refusal, recover, sign out. A statement to the database is
   one step; what the vendor does with a request, too. Between two steps a host can pause for any time. It can die at
   any step: its memory is gone, its disk is kept, and it starts again at any later time, as another holder. A statement
   can fail, or take effect and lose its answer. A request can fail before it is processed or after, its answer can be
   lost, and it can arrive after its sender gave up or died (`stray`). A host with a spooled pair stores that before it
   claims again; a host claims again at once what it holds already.
   After an error a live host clears its note, and the credential is doubtful: any host may use it again. What the host
   knows, but could not say to the database, it remembers until its next claim (`forgotten`). A note stays if its host
   dies or pauses, or cannot store the result. A refusal deletes the row when no other use can be stored any more, GRACE
   after its lease; after a takeover, or if the credential was doubtful, the host is told `renewal_lost` (`declared`).
   The vendor: one valid pair and, when that is used, the next. KIND says what a used token gives within WINDOW: nothing
   (NONE), the same pair (SAME_PAIR), or a further pair, after which earlier ones may stop working, or a refusal for
   want of something else (NEW_PAIR). Outside of it the token is refused, and the vendor may end the session for the
   reuse. ENDINGS lets it end the session for its own reasons. The search covers every order of at most CLAIMS claims,
   FAULTS deaths, failures and lost messages, and SIGN_OUTS sign-outs, with any number of pauses.

   WHAT IS ABSTRACTED
   Time is ticks: all leases and windows count down together when the clock ticks. A host's clock is as fast as the
   database's, and a lease starts at both at the same moment (in truth the host's starts earlier), so there are no
   margins. Tokens are numbers. The database loses nothing. Each process has its own disk. The session's id is never
   used for another sign-in. Labels do not change. A pair that stopped working because of a further one is refused, but
   does not count as used twice. A sign-out revokes one token, and that ends only the pair of this token.

   PROPERTIES, by the names of their variables
   committed_twice, generation_fell   no generation is committed twice; generations only grow
   came_back                          a session that was signed out has no row again
   redeemed_twice                     a used token is sent again only as a replay in its window, or as a doubtful one
   ended_under_successor              a refusal deletes no row while a host holds a pair that may follow, if the host's
                                      send arrived in time and it is not away for longer than its lease and GRACE
   ended_under_sleeper                nor while any host holds such a pair, however long it is away (not NEW_PAIR)
   told_wrongly                       a claim reports an open use or a doubt only for a credential that a holder noted
   lost                               when all hosts are idle, the vendor accepts the stored token; or the newest pair
                                      is gone, and the row or the end of the session says so
   leaked                             when all hosts are idle after a sign-out, the newest pair is revoked, or it went
                                      missing on the way
   stuck                              no host waits for ever
   Excused is what the vendor decides itself, and what a request breaks that arrives late at a vendor that has accepted
   another: after a pause between the check and the call, or when its sender has given up.

   KNOWN LIMITS
   * A request that arrives when its sender has given up, and another claim has used the credential, can end the session
     or stop the stored pair, and nothing says so: the note was cleared at the error. The rule is wanted nevertheless: a
     connection that breaks must not end a session. LATE_REQUESTS=1 counts those that arrive in their sender's lease.
     With RELEASE_KEEPS_LEASE=1 nothing is lost by these: after an error without an answer, nobody may claim before the
     lease is over, the holder's own process included.
   * With further pairs a host that is away for longer than its lease and GRACE can lose its pair to another's refusal
     (SLEEPERS=1): a refusal must end at some time, and the loss is told.

   RULES THAT THE MODEL ADDED
   The mutants from 9 on are the protocol without them.
   * A commit ends only its own claim: a later holder keeps its lease (COMMIT_CLEARS_ANY_CLAIM). A note is made only for
     the generation that was claimed (NOTE_WITHOUT_GENERATION).
   * A release clears only a note that its own claim was the only one to make (RELEASE_CLEARS_ANY_NOTE), and leaves a
     doubt if no answer came (ANY_ERROR_IS_AN_OUTCOME). A result that is not stored keeps the note
     (UNSETTLED_IS_AN_OUTCOME). A host's own note counts, too (OWN_NOTE_IGNORED).
   * The window is checked before the send, like the lease, not only at the claim (WINDOW_CHECKED_AT_CLAIM).
   * With further pairs the higher fence wins at every generation, not only at the next one (NEXT_GENERATION_ONLY). A
     pair in the spool keeps the fence that it was obtained under (SPOOL_WITHOUT_FENCE). A commit that finds the note of
     a higher fence keeps that fence (NO_RIVAL).
   * A refusal waits for the first use, the last use and the rival, with a grace (END_BESIDE_FIRST_USE,
     END_BESIDE_LAST_USE, NO_RIVAL, END_WITHOUT_GRACE). That it waits for a claim without a use is not needed here.
   * A sign-out writes to its disk what it will revoke, then deletes exactly that version (SIGN_OUT_NOTED_LATER).

   FOUND HERE IN THE IMPLEMENTATION
   It had the faults from 23 on, and was repaired; that the repairs are complete was read, not searched.
   UNREPAIRED=1 is the model with all of these faults. One is left: where the outbox could not be written either, a
   result that is stored later in the same run has no fence.
   * What stores a spooled pair at the start, or in the same run after a failed commit (ProviderSessions.stored), knows
     no fence: it overtakes nothing, keeps no rival, and drops the newest pair (RECOVERED_BY_GENERATION).
   * A remembered release hides the first use by another host (FORGOTTEN_FIRST_USE), and its doubt (FORGOTTEN_DOUBT).
   * A refusal beside a rival whose time is over is told as an ordinary end (RIVAL_WITHOUT_DOUBT).
   * A doubtful credential begins a new window with its next use (WINDOW_STARTS_AGAIN). A release after another's commit
     makes the new credential doubtful (DOUBT_OF_ANY_GENERATION).
   * A sign-out drops the host's unstored pair, unrevoked, beside a stored one of the same generation
     (SIGN_OUT_DROPS_PAIR). An end for want of a token does not look at other uses (END_OUTSIDE_CLAIM).

   BY HAND
     spin -DKIND=SAME_PAIR -DHOSTS=2 -DCLAIMS=3 -DFAULTS=1 -a renewal.pml
     cc -O1 -DSAFETY -DNOREDUCE -w -o pan pan.c && ./pan -m10000
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
#define RECOVERED_BY_GENERATION 23
#define FORGOTTEN_FIRST_USE 24
#define FORGOTTEN_DOUBT 25
#define RIVAL_WITHOUT_DOUBT 26
#define WINDOW_STARTS_AGAIN 27
#define DOUBT_OF_ANY_GENERATION 28
#define SIGN_OUT_DROPS_PAIR 29
#define END_OUTSIDE_CLAIM 30

#ifndef MUTANT
#define MUTANT 0
#endif
/* The faults from RECOVERED_BY_GENERATION on, all at once. */
#ifndef UNREPAIRED
#define UNREPAIRED 0
#endif
#define IS(fault) (UNREPAIRED || MUTANT == fault)
/* The known limits, and a rule against the first one. */
#ifndef LATE_REQUESTS
#define LATE_REQUESTS 0
#endif
#ifndef RELEASE_KEEPS_LEASE
#define RELEASE_KEEPS_LEASE 0
#endif
#ifndef SLEEPERS
#define SLEEPERS 0
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
  byte answer, next, outcome;
end:
  do
  :: atomic {
      if
      :: at[h] == IDLE && spooled[h] == 0 && outbox[h] == 0 && claims > 0 && exists &&
          (claim_left <= GRACE || holder == h + 1) -> claim(h)
      :: at[h] == NOTE -> note(h)
      :: at[h] == CHECK -> check(h)
      :: at[h] == SEND -> send(h)
      :: at[h] == ANSWERED -> spool(h)
      :: at[h] == COMMIT || (at[h] == IDLE && spooled[h] != 0) -> commit(h)
      :: at[h] == REFUSED && (faults > 0 || !exists || generation != my_generation[h] || !IS_CONTESTED(h)) ->
        end_session(h)
      :: at[h] == RELEASE -> release(h)
#if MUTANT == SIGN_OUT_NOTED_LATER
      :: at[h] == IDLE && outbox[h] == 0 && spooled[h] == 0 && sign_outs > 0 && exists ->
        sign_outs--; token[h] = credential; signed_out = 1; at[h] = SIGN_OUT; next = REMOVES
      :: at[h] == SIGN_OUT -> outbox[h] = token[h]; next = FORGETS
#else
      :: at[h] == IDLE && outbox[h] == 0 && sign_outs > 0 && exists ->
        sign_outs--; note_sign_out(h); at[h] = SIGN_OUT
      :: at[h] == SIGN_OUT -> sign_out(h)
#endif
      :: at[h] == IDLE && spooled[h] == 0 && outbox[h] != 0 -> finish_sign_out(h)
#if MUTANT == SPOOL_WITHOUT_FENCE
      :: at[h] == IDLE && spooled[h] != 0 && exists && claim_left <= GRACE && claims > 0 ->
        claims--; fence++; holder = HOSTS + 1; claim_left = LEASE + GRACE; spooled_fence[h] = fence
#endif
      :: faults > 0 && (at[h] != IDLE || (MUTANT == NO_SPOOL && spooled[h] != 0)) -> die(h)
      fi;
      finish(h)
    }
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

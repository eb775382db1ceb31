/* The steps of the hosts, and the vendor's answer: part of renewal.pml. Each step is one call or one statement; it says
   in `next` and `outcome` how it ends, and `finish` does that. */

#define FORGETS 1
#define GIVES_UP 2
#define UNSPOOLS 4
#define REMOVES 8

inline clear_note() {
  spent = 0; spent_fence = 0; spent_left = 0;
  window = (doubted -> window : 0)
}

inline clear_claim() {
  holder = 0; claim_left = 0
}

inline finish(h) {
  if
  :: next & REMOVES ->
    exists = 0; generation = 0; credential = 0; doubted = 0; clear_note(); clear_claim(); noted_fence = 0;
    noted_left = 0; committed_fence = 0; rival_fence = 0; rival_left = 0
  :: else
  fi;
  if
  :: next & UNSPOOLS ->
    spooled[h] = 0; spooled_generation[h] = 0; spooled_fence[h] = 0; my_left[h] = 0;
#if MUTANT == NEXT_GENERATION_ONLY
    spooled_takeover[h] = 0
#endif
  :: else
  fi;
  if
  :: next & (FORGETS | GIVES_UP) ->
    use[h] = (next & GIVES_UP -> outcome : ANSWER_KNOWN);
    at[h] = (next & GIVES_UP -> RELEASE : IDLE);
    my_fence[h] = (next & GIVES_UP -> my_fence[h] : 0);
    my_left[h] = ((next & GIVES_UP) && spooled[h] != 0 -> my_left[h] : 0);
    my_generation[h] = 0; token[h] = 0; pair[h] = 0; my_window[h] = 0; is_takeover[h] = 0; is_doubtful[h] = 0;
    checked_in_time[h] = 0
  :: else
  fi;
  next = 0; outcome = ANSWER_KNOWN
}

/* The vendor answers a request: `answer` becomes the new pair, 0 for a refusal. */
inline ask_vendor(sent, is_replay, is_doubted, is_late) {
  answer = 0;
  if
  :: !ended && (is_late) && ((redeemed & BIT(sent) & ~accepted) || (accepted & ~BIT(sent))) -> excused = 1
  :: else
  fi;
  if
  :: ended
  :: !ended && (accepted & BIT(sent)) ->
    redeemed = redeemed | BIT(sent);
    last_pair++;
    answer = last_pair;
    if
    :: accepted = BIT(answer)
    :: KIND == NEW_PAIR -> accepted = (accepted & ~BIT(sent)) | BIT(answer)
    fi;
    if
    :: KIND != NONE -> used = sent; answer_to_used = answer; used_window = WINDOW
    :: else
    fi
  :: !ended && !(accepted & BIT(sent)) && used == sent && used_window > 0 ->
    NEVER(redeemed_twice, !(is_replay) && !(is_doubted) && !(is_late));
    if
    :: KIND == SAME_PAIR -> answer = answer_to_used
    :: KIND == NEW_PAIR -> last_pair++; answer = last_pair; accepted = BIT(answer)
    :: KIND == NEW_PAIR -> last_pair++; answer = last_pair; accepted = accepted | BIT(answer)
    :: KIND == NEW_PAIR  /* the further pair needs something that the host does not have */
    fi
  :: !ended && !(accepted & BIT(sent)) && !(used == sent && used_window > 0) ->
    NEVER(redeemed_twice, (redeemed & BIT(sent)) && !(is_late) && ((is_replay) || !(is_doubted)));
    if
    :: true
    :: (redeemed & BIT(sent)) -> ended = 1; accepted = 0
    fi
  fi
}

/* Whether the only use that the row notes is that of the host's last claim, whose release did not arrive. */
#if MUTANT == OWN_NOTE_IGNORED
#define IS_FORGOTTEN(h) (spent && noter == h + 1)
#else
#define IS_FORGOTTEN(h) (spent && forgotten[h] != 0 && noted_fence == forgotten[h] && \
  (spent_fence == forgotten[h] || IS(FORGOTTEN_FIRST_USE)))
#endif

inline claim(h) {
  claims--;
  if
  :: MUTANT != LEASE_WITHOUT_FENCE -> fence++
  :: else
  fi;
  holder = h + 1; claim_left = LEASE + GRACE;
  if
  :: true ->
    my_fence[h] = fence; my_generation[h] = generation; token[h] = credential; my_left[h] = LEASE + GRACE;
    is_takeover[h] = spent && !IS_FORGOTTEN(h);
    NEVER(told_wrongly, (is_takeover[h] || doubted) && !(meant & BIT(credential)));
    is_doubtful[h] = doubted || (rival_fence > 0 && !IS(RIVAL_WITHOUT_DOUBT)) ||
      (IS_FORGOTTEN(h) && is_forgotten_doubtful[h] && !IS(FORGOTTEN_DOUBT));
    my_window[h] = (is_takeover[h] -> window : 0);
    if
    :: is_takeover[h] && window == 0 && MUTANT != REPLAY_ALWAYS -> next = GIVES_UP  /* renewal_lost */
    :: else -> at[h] = NOTE
    fi
  :: faults > 0 -> faults--  /* the claim was made; the host does not know it */
  fi;
  forgotten[h] = 0; is_forgotten_doubtful[h] = 0
}

#define IS_HOLDER(h) (exists && holder != 0 && fence == my_fence[h])

inline note(h) {
  if
  :: IS_HOLDER(h) && claim_left > GRACE && (generation == my_generation[h] || MUTANT == NOTE_WITHOUT_GENERATION) ->
    if
    :: MUTANT != NO_NOTE ->
      window = (spent || (doubted && !IS(WINDOW_STARTS_AGAIN)) -> window : WINDOW);
      if
      :: !spent -> spent_fence = fence; spent_left = 0
      :: spent && noted_fence != fence -> spent_left = (spent_left > noted_left -> spent_left : noted_left)
      :: else
      fi;
      spent = 1; noted_fence = fence; noted_left = claim_left; meant = meant | BIT(token[h]);
#if MUTANT == OWN_NOTE_IGNORED
      noter = h + 1
#endif
    :: else
    fi;
    if
    :: at[h] = CHECK
    :: faults > 0 -> faults--; next = GIVES_UP
    fi
  :: else -> next = GIVES_UP
  :: faults > 0 -> faults--; next = GIVES_UP
  fi
}

#define IS_IN_TIME(h) (my_left[h] > GRACE && (!is_takeover[h] || my_window[h] > 0))

inline check(h) {
  if
  :: (my_left[h] > GRACE || MUTANT == SEND_WITHOUT_LEASE_CHECK) && (!is_takeover[h] || my_window[h] > 0 ||
      MUTANT == REPLAY_ALWAYS || MUTANT == WINDOW_CHECKED_AT_CLAIM) ->
    checked_in_time[h] = IS_IN_TIME(h);
    at[h] = SEND
  :: else -> next = GIVES_UP
  fi
}

/* How long a request that leaves now is in time. */
#define LEFT_TO_SEND(h) (my_left[h] <= GRACE -> 0 : \
  (is_takeover[h] && my_window[h] < my_left[h] - GRACE -> my_window[h] : my_left[h] - GRACE))

/* Any error leaves the use without an answer, even one that says that nothing was sent. */
inline fail(h) {
  faults--; next = GIVES_UP;
  outcome = (MUTANT == ANY_ERROR_IS_AN_OUTCOME -> ANSWER_KNOWN : UNANSWERED)
}

inline send(h) {
  if
  :: true ->
    ask_vendor(token[h], is_takeover[h], is_doubtful[h], checked_in_time[h] && !IS_IN_TIME(h));
    if
    :: answer != 0 ->
#ifdef GOAL
      has_recovered = has_recovered || (dropped & BIT(answer));
      has_retried = has_retried || is_doubtful[h];
#endif
      pair[h] = answer; dropped = dropped & ~BIT(answer); at[h] = ANSWERED;
      my_left[h] = (IS_IN_TIME(h) -> my_left[h] : 0)
    :: answer == 0 -> at[h] = REFUSED
    :: faults > 0 -> dropped = dropped | (BIT(answer) & ~1); fail(h)
    fi
  :: faults > 0 -> fail(h)
  :: faults > 0 && stray == 0 -> stray = token[h]; stray_left = LEFT_TO_SEND(h); fail(h)
  fi;
  answer = 0
}

inline spool(h) {
  spooled[h] = pair[h]; spooled_generation[h] = my_generation[h]; spooled_fence[h] = my_fence[h];
#if MUTANT == NEXT_GENERATION_ONLY
  spooled_takeover[h] = is_takeover[h];
#endif
  at[h] = COMMIT; my_generation[h] = 0; token[h] = 0; pair[h] = 0; my_window[h] = 0; is_takeover[h] = 0;
  is_doubtful[h] = 0; checked_in_time[h] = 0
}

#define IS_NEXT(h) (generation == spooled_generation[h] || MUTANT == COMMIT_WITHOUT_GENERATION)
#if KIND == NEW_PAIR && MUTANT == NEXT_GENERATION_ONLY
#define OVERTAKES(h) (generation == spooled_generation[h] + 1 && committed_fence < spooled_fence[h] && \
  spooled_takeover[h])
#elif KIND == NEW_PAIR
#define OVERTAKES(h) (committed_fence < spooled_fence[h])
#else
#define OVERTAKES(h) false
#endif
/* What stores a pair from the spool at a later time knew only its generation: the statement `replace`. */
#define MAY_STORE(h) (IS_NEXT(h) || (OVERTAKES(h) && !(at[h] == IDLE && IS(RECOVERED_BY_GENERATION))))

/* The statements `commit` and `overtake`. */
inline store(h) {
  generation = (MUTANT == COMMIT_WITHOUT_GENERATION -> spooled_generation[h] : generation) + 1;
  NEVER(committed_twice, committed & BIT(generation));
  NEVER(generation_fell, generation <= highest);
  committed = committed | BIT(generation); highest = generation; credential = spooled[h]; doubted = 0; clear_note();
  if
  :: at[h] == IDLE && IS(RECOVERED_BY_GENERATION)
  :: else ->
    committed_fence = spooled_fence[h];
    rival_fence = (noted_fence > rival_fence -> noted_fence : rival_fence);
    rival_left = (noted_left > rival_left -> noted_left : rival_left);
    if
    :: rival_fence <= committed_fence || MUTANT == NO_RIVAL -> rival_fence = 0; rival_left = 0
    :: else
    fi;
    if
    :: noted_fence <= committed_fence -> noted_fence = 0; noted_left = 0  /* it has no effect any more */
    :: else
    fi;
    if
    :: fence == spooled_fence[h] || MUTANT == COMMIT_CLEARS_ANY_CLAIM -> clear_claim()
    :: else
    fi
  fi
}

/* The pair in the spool is stored: at once, or when that failed, at a later time. */
inline commit(h) {
  if
  :: exists && MAY_STORE(h) ->
    store(h);
    if
    :: next = UNSPOOLS | FORGETS
    :: faults > 0 -> faults--; next = (at[h] == COMMIT -> GIVES_UP : 0); outcome = UNSETTLED  /* no answer */
    fi
  :: exists && !MAY_STORE(h) -> next = UNSPOOLS | FORGETS  /* adopts the stored pair; does not release the claim */
  :: !exists && MUTANT == SIGN_OUT_WITHOUT_DELETE_CHECK ->
    NEVER(came_back, signed_out);
    exists = 1; credential = spooled[h]; generation = spooled_generation[h] + 1; next = UNSPOOLS | FORGETS
  :: !exists && MUTANT != SIGN_OUT_WITHOUT_DELETE_CHECK ->
    accepted = accepted & ~BIT(spooled[h]); next = UNSPOOLS | FORGETS
  :: at[h] == COMMIT && faults > 0 -> faults--; next = GIVES_UP; outcome = UNSETTLED
  fi
}

/* What another holder may still store: the result of the first use, of the last one, of a rival's, of a claim. */
#if MUTANT == END_WITHOUT_GRACE
#define IS_OPEN(left) (left > GRACE)
#else
#define IS_OPEN(left) (left > 0)
#endif
#define ENDS_OUTSIDE (KIND == NEW_PAIR && IS(END_OUTSIDE_CLAIM))
#define IS_CONTESTED(h) (!ENDS_OUTSIDE && MUTANT != END_ON_REFUSAL_AT_ONCE && ( \
  (spent && spent_fence != my_fence[h] && IS_OPEN(spent_left) && MUTANT != END_BESIDE_FIRST_USE) || \
  (spent && noted_fence != my_fence[h] && IS_OPEN(noted_left) && MUTANT != END_BESIDE_LAST_USE) || \
  (rival_fence != 0 && rival_fence != my_fence[h] && IS_OPEN(rival_left)) || \
  (fence != my_fence[h] && IS_OPEN(claim_left))))

/* Whether the host has a pair that the vendor accepts and that may follow the stored one. */
#define HAS_SUCCESSOR(i) ((accepted & (BIT(pair[i]) | BIT(spooled[i])) & ~1) && \
  (KIND != NEW_PAIR || committed_fence < (pair[i] != 0 -> my_fence[i] : spooled_fence[i])))
#if HOSTS == 2
#define SOME_HAS_SUCCESSOR (HAS_SUCCESSOR(0) || HAS_SUCCESSOR(1))
#define SOME_HAS_SUCCESSOR_IN_TIME ((my_left[0] > 0 && HAS_SUCCESSOR(0)) || (my_left[1] > 0 && HAS_SUCCESSOR(1)))
#else
#define SOME_HAS_SUCCESSOR (HAS_SUCCESSOR(0) || HAS_SUCCESSOR(1) || HAS_SUCCESSOR(2))
#define SOME_HAS_SUCCESSOR_IN_TIME ((my_left[0] > 0 && HAS_SUCCESSOR(0)) || (my_left[1] > 0 && HAS_SUCCESSOR(1)) || \
  (my_left[2] > 0 && HAS_SUCCESSOR(2)))
#endif

/* The vendor refused the token. Beside the open use of another holder, the host waits. */
inline end_session(h) {
  if
  :: exists && generation == my_generation[h] && !IS_CONTESTED(h) ->
    NEVER(ended_under_successor, SOME_HAS_SUCCESSOR_IN_TIME);
    NEVER(ended_under_sleeper, (KIND != NEW_PAIR || SLEEPERS) && !excused && SOME_HAS_SUCCESSOR);
    declared = (is_takeover[h] || is_doubtful[h]) && !ENDS_OUTSIDE;
    next = REMOVES | FORGETS
  :: !exists -> next = FORGETS
  :: exists && generation != my_generation[h] -> next = GIVES_UP
  :: faults > 0 -> faults--; next = GIVES_UP  /* the database fails, or it waits for too long */
  fi
}

inline release(h) {
  if
  :: IS_HOLDER(h) ->
    doubted = doubted || (use[h] == UNANSWERED && (spent || IS(DOUBT_OF_ANY_GENERATION)));
    if
    :: spent && ((spent_fence == fence && noted_fence == fence) || MUTANT == RELEASE_CLEARS_ANY_NOTE) &&
        (use[h] != UNSETTLED || MUTANT == UNSETTLED_IS_AN_OUTCOME) -> clear_note()
    :: else
    fi;
    if
    :: RELEASE_KEEPS_LEASE && use[h] == UNANSWERED -> holder = HOSTS + 1
    :: else -> clear_claim()
    fi
  :: else
  :: faults > 0 ->
    faults--;
    if
    :: use[h] != UNSETTLED && spent && noted_fence == my_fence[h] ->
      forgotten[h] = my_fence[h]; is_forgotten_doubtful[h] = (use[h] == UNANSWERED)
    :: else
    fi;
    holder = (RELEASE_KEEPS_LEASE && use[h] == UNANSWERED && holder == h + 1 -> HOSTS + 1 : holder)
  fi;
  at[h] = IDLE; my_fence[h] = 0; use[h] = ANSWER_KNOWN
}

/* The host notes what it is about to delete: its own pair that is not stored yet, if that is newer. */
#define IS_NEWER(h) (spooled[h] != 0 && spooled_generation[h] + 1 > generation)
inline note_sign_out(h) {
  outbox_generation[h] = (IS_NEWER(h) -> spooled_generation[h] + 1 : generation);
  outbox[h] = (IS_NEWER(h) -> spooled[h] : credential);
  my_generation[h] = generation
}

/* It deletes exactly that version, then revokes what it noted. */
inline sign_out(h) {
  if
  :: exists && generation == my_generation[h] -> signed_out = 1; next = REMOVES
  :: exists && generation != my_generation[h] -> note_sign_out(h)
  :: !exists ->
    accepted = accepted & ~BIT(outbox[h]);
    next = (outbox[h] == spooled[h] || IS(SIGN_OUT_DROPS_PAIR) -> UNSPOOLS | FORGETS : FORGETS);
    outbox[h] = 0; outbox_generation[h] = 0
  fi
}

/* A host that died during a sign-out starts again. If the session was renewed since, it stays. */
#define IS_NOTED(h) (generation == outbox_generation[h] && credential == outbox[h])
inline finish_sign_out(h) {
  if
  :: exists && IS_NOTED(h) -> signed_out = 1; next = REMOVES
  :: exists && !IS_NOTED(h) -> outbox[h] = 0; outbox_generation[h] = 0
  :: !exists -> accepted = accepted & ~BIT(outbox[h]); outbox[h] = 0; outbox_generation[h] = 0
  fi
}

inline die(h) {
  faults--;
  if
  :: at[h] == ANSWERED -> dropped = dropped | BIT(pair[h])
  :: at[h] == SEND && stray == 0 -> stray = token[h]; stray_left = LEFT_TO_SEND(h)
  :: at[h] != ANSWERED
  fi;
  holder = (holder == h + 1 -> HOSTS + 1 : holder);
  forgotten[h] = 0; is_forgotten_doubtful[h] = 0;
#if MUTANT == OWN_NOTE_IGNORED
  noter = (noter == h + 1 -> HOSTS + 1 : noter);
#endif
  next = (MUTANT == NO_SPOOL -> UNSPOOLS | FORGETS : FORGETS)
}

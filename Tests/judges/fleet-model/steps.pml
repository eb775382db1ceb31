/* The steps of the hosts, and the vendor's answer: part of renewal.pml. */

inline forget(h) {
  at[h] = IDLE; my_fence[h] = 0; my_generation[h] = 0; token[h] = 0; pair[h] = 0; my_left[h] = 0; my_window[h] = 0;
  is_takeover[h] = 0; is_doubtful[h] = 0; use[h] = ANSWER_KNOWN; checked_in_time[h] = 0
}

/* The host gives the claim back. `outcome` is what it knows of its use of the credential. */
inline give_up(h, outcome) {
  at[h] = RELEASE; use[h] = outcome; my_generation[h] = 0; token[h] = 0; pair[h] = 0; my_window[h] = 0;
  my_left[h] = (spooled[h] != 0 -> my_left[h] : 0); is_takeover[h] = 0; is_doubtful[h] = 0; checked_in_time[h] = 0
}

inline clear_note() {
  spent = 0; spent_fence = 0; spent_left = 0;
  window = (doubted -> window : 0)
}

inline clear_claim() {
  holder = 0; claim_left = 0
}

inline remove_row() {
  exists = 0; generation = 0; credential = 0; doubted = 0; clear_note(); clear_claim(); noted_fence = 0; noted_left = 0;
  committed_fence = 0; rival_fence = 0; rival_left = 0
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
    :: KIND == NEW_PAIR  /* it wants something else for the further pair, which the host does not have */
    fi
  :: !ended && !(accepted & BIT(sent)) && !(used == sent && used_window > 0) ->
    NEVER(redeemed_twice, (redeemed & BIT(sent)) && !(is_late) && ((is_replay) || !(is_doubted)));
    if
    :: true
    :: (redeemed & BIT(sent)) -> ended = 1; accepted = 0
    fi
  fi
}

/* Whether the host's last claim, which it could not release, is the only use that the row notes. */
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
    :: is_takeover[h] && window == 0 && MUTANT != REPLAY_ALWAYS -> give_up(h, ANSWER_KNOWN)  /* renewal_lost */
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
      if
      :: !spent && (!doubted || IS(WINDOW_STARTS_AGAIN)) -> window = WINDOW
      :: else
      fi;
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
    :: faults > 0 -> faults--; give_up(h, ANSWER_KNOWN)
    fi
  :: else -> give_up(h, ANSWER_KNOWN)
  :: faults > 0 -> faults--; give_up(h, ANSWER_KNOWN)
  fi
}

#define IS_IN_TIME(h) (my_left[h] > GRACE && (!is_takeover[h] || my_window[h] > 0))

inline check(h) {
  if
  :: (my_left[h] > GRACE || MUTANT == SEND_WITHOUT_LEASE_CHECK) && (!is_takeover[h] || my_window[h] > 0 ||
      MUTANT == REPLAY_ALWAYS || MUTANT == WINDOW_CHECKED_AT_CLAIM) ->
    checked_in_time[h] = IS_IN_TIME(h);
    at[h] = SEND
  :: else -> give_up(h, ANSWER_KNOWN)
  fi
}

#define NO_ANSWER (MUTANT == ANY_ERROR_IS_AN_OUTCOME -> ANSWER_KNOWN : UNANSWERED)
/* How long a request that is sent is still in time. */
#define LEFT_OF_LEASE(h) (my_left[h] <= GRACE -> 0 : \
  (is_takeover[h] && my_window[h] < my_left[h] - GRACE -> my_window[h] : my_left[h] - GRACE))

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
    :: faults > 0 -> faults--; dropped = dropped | (BIT(answer) & ~1); give_up(h, NO_ANSWER)
    fi
  :: faults > 0 -> faults--; give_up(h, NO_ANSWER)
  :: faults > 0 && stray == 0 -> faults--; stray = token[h]; stray_left = LEFT_OF_LEASE(h); give_up(h, NO_ANSWER)
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

inline unspool(h) {
  spooled[h] = 0; spooled_generation[h] = 0; spooled_fence[h] = 0; my_left[h] = 0;
#if MUTANT == NEXT_GENERATION_ONLY
  spooled_takeover[h] = 0
#endif
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

inline count_commit(h) {
  if
  :: MUTANT == COMMIT_WITHOUT_GENERATION -> generation = spooled_generation[h] + 1
  :: else -> generation++
  fi;
  NEVER(committed_twice, committed & BIT(generation));
  NEVER(generation_fell, generation <= highest);
  committed = committed | BIT(generation); highest = generation; credential = spooled[h]; doubted = 0; clear_note()
}

/* Stores the pair in the spool, by the statements `commit` and `overtake`. */
inline store(h) {
  count_commit(h);
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
}

/* The result is in: with the claim's own commit (`is_first`), or from the spool at a later time. */
inline commit(h, is_first) {
  if
  :: exists && (IS_NEXT(h) || OVERTAKES(h)) ->
    store(h);
    if
    :: unspool(h); forget(h)
    :: faults > 0 -> faults--; if :: is_first -> give_up(h, UNSETTLED) :: else fi  /* the answer is lost */
    fi
  :: exists && !(IS_NEXT(h) || OVERTAKES(h)) ->  /* adopts the stored pair; the claim is not released */
    unspool(h); forget(h)
  :: !exists && MUTANT == SIGN_OUT_WITHOUT_DELETE_CHECK ->
    NEVER(came_back, signed_out);
    exists = 1; credential = spooled[h]; generation = spooled_generation[h] + 1; unspool(h); forget(h)
  :: !exists && MUTANT != SIGN_OUT_WITHOUT_DELETE_CHECK -> accepted = accepted & ~BIT(spooled[h]); unspool(h); forget(h)
  :: is_first && faults > 0 -> faults--; give_up(h, UNSETTLED)
  fi
}

/* The statement `replace`, which knows only the generation. */
inline recover_by_generation(h) {
  if
  :: exists && generation == spooled_generation[h] -> count_commit(h); unspool(h)
  :: exists && generation != spooled_generation[h] -> unspool(h)
  :: !exists -> accepted = accepted & ~BIT(spooled[h]); unspool(h)
  fi
}

/* What another use may still store: the first use, the last one, a rival's, a claim. */
#if MUTANT == END_WITHOUT_GRACE
#define IS_OPEN(left) (left > GRACE)
#else
#define IS_OPEN(left) (left > 0)
#endif
#define ENDS_AT_ONCE (MUTANT == END_ON_REFUSAL_AT_ONCE || (KIND == NEW_PAIR && IS(END_OUTSIDE_CLAIM)))
#define IS_CONTESTED(h) (!ENDS_AT_ONCE && ( \
  (spent && spent_fence != my_fence[h] && IS_OPEN(spent_left) && MUTANT != END_BESIDE_FIRST_USE) || \
  (spent && noted_fence != my_fence[h] && IS_OPEN(noted_left) && MUTANT != END_BESIDE_LAST_USE) || \
  (rival_fence != 0 && rival_fence != my_fence[h] && IS_OPEN(rival_left)) || \
  (fence != my_fence[h] && IS_OPEN(claim_left) && MUTANT != END_BESIDE_CLAIM)))
#define WAITS(h) (exists && generation == my_generation[h] && IS_CONTESTED(h))
/* Whether the host has a pair that the vendor accepts and that may follow the stored one. */
#define HAS_SUCCESSOR(i) ((accepted & (BIT(pair[i]) | BIT(spooled[i])) & ~1) && \
  (KIND != NEW_PAIR || committed_fence < (pair[i] != 0 -> my_fence[i] : spooled_fence[i])))

/* The vendor refused the token. */
inline end_session(h) {
  if
  :: exists && generation == my_generation[h] && !IS_CONTESTED(h) ->
#if HOSTS == 2
    NEVER(ended_under_successor, (my_left[0] > 0 && HAS_SUCCESSOR(0)) || (my_left[1] > 0 && HAS_SUCCESSOR(1)));
    NEVER(ended_under_sleeper, (KIND != NEW_PAIR || SLEEPERS) && !excused && (HAS_SUCCESSOR(0) || HAS_SUCCESSOR(1)));
#else
    NEVER(ended_under_successor, (my_left[0] > 0 && HAS_SUCCESSOR(0)) || (my_left[1] > 0 && HAS_SUCCESSOR(1)) ||
      (my_left[2] > 0 && HAS_SUCCESSOR(2)));
    NEVER(ended_under_sleeper, (KIND != NEW_PAIR || SLEEPERS) && !excused && (HAS_SUCCESSOR(0) || HAS_SUCCESSOR(1) || HAS_SUCCESSOR(2)));
#endif
    declared = (is_takeover[h] || is_doubtful[h]) && !(KIND == NEW_PAIR && IS(END_OUTSIDE_CLAIM));
    remove_row();
    forget(h)
  :: !exists -> forget(h)
  :: exists && generation != my_generation[h] -> give_up(h, ANSWER_KNOWN)
  :: faults > 0 -> faults--; give_up(h, ANSWER_KNOWN)
  fi
}

inline release(h) {
  if
  :: IS_HOLDER(h) ->
    if
    :: use[h] == UNANSWERED && (spent || IS(DOUBT_OF_ANY_GENERATION)) -> doubted = 1
    :: else
    fi;
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

/* What the host is about to delete, it notes; then it deletes exactly that version and revokes it. Its own pair that
   is not stored yet is newer than the stored one. */
inline note_sign_out(h) {
  if
  :: exists && spooled[h] != 0 && spooled_generation[h] + 1 > generation ->
    outbox[h] = spooled[h]; outbox_generation[h] = spooled_generation[h] + 1
  :: exists && !(spooled[h] != 0 && spooled_generation[h] + 1 > generation) ->
    outbox[h] = credential; outbox_generation[h] = generation
  :: else
  fi;
  my_generation[h] = generation
}

inline revoke(h) {
  accepted = accepted & ~BIT(outbox[h]);
  if
  :: at[h] == SIGN_OUT && (outbox[h] == spooled[h] || IS(SIGN_OUT_DROPS_PAIR)) -> unspool(h)
  :: else
  fi;
  outbox[h] = 0; outbox_generation[h] = 0; forget(h)
}

inline sign_out(h) {
  if
  :: exists && generation == my_generation[h] -> remove_row(); signed_out = 1
  :: exists && generation != my_generation[h] -> note_sign_out(h)
  :: !exists -> revoke(h)
  fi
}

#define IS_NOTED(h) (generation == outbox_generation[h] && credential == outbox[h])
/* A host that died during a sign-out starts again. If the session was renewed since, it stays. */
inline finish_sign_out(h) {
  if
  :: exists && IS_NOTED(h) -> remove_row(); signed_out = 1
  :: exists && !IS_NOTED(h) -> outbox[h] = 0; outbox_generation[h] = 0
  :: !exists -> revoke(h)
  fi
}

inline die(h) {
  faults--;
  if
  :: at[h] == ANSWERED -> dropped = dropped | BIT(pair[h])
  :: at[h] == SEND && stray == 0 -> stray = token[h]; stray_left = LEFT_OF_LEASE(h)
  :: at[h] != ANSWERED
  fi;
  holder = (holder == h + 1 -> HOSTS + 1 : holder);
  forgotten[h] = 0; is_forgotten_doubtful[h] = 0;
#if MUTANT == NO_SPOOL
  unspool(h);
#endif
#if MUTANT == OWN_NOTE_IGNORED
  noter = (noter == h + 1 -> HOSTS + 1 : noter);
#endif
  forget(h)
}

/* The steps of the hosts, and the vendor's answer: part of renewal.pml. */

inline forget(h) {
  at[h] = IDLE; my_fence[h] = 0; my_generation[h] = 0; token[h] = 0; pair[h] = 0; my_lease[h] = 0; my_window[h] = 0;
  is_takeover[h] = 0; may_clear[h] = 0; checked_in_time[h] = 0
}

/* The host gives the claim back; `clear` says whether the note of this claim goes, too. */
inline give_up(h, clear) {
  may_clear[h] = (clear) && (!is_takeover[h] || MUTANT == RELEASE_CLEARS_ANY_NOTE);
  at[h] = RELEASE; my_generation[h] = 0; token[h] = 0; my_lease[h] = 0; my_window[h] = 0; is_takeover[h] = 0;
  checked_in_time[h] = 0
}

inline clear_note() {
  noted = 0; noted_fence = 0; window = 0
}

inline remove_row() {
  exists = 0; rival_fence = 0; generation = 0; credential = 0; committed_fence = 0; lease = 0; clear_note()
}

/* The vendor answers a request: `answer` becomes the new pair, 0 for a refusal. */
inline ask_vendor(sent, is_replay) {
  answer = 0;
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
    NEVER(redeemed_twice, !(is_replay) && !(late & BIT(sent)));
    if
    :: KIND == SAME_PAIR -> answer = answer_to_used
    :: KIND == NEW_PAIR -> last_pair++; answer = last_pair; accepted = BIT(answer)
    :: KIND == NEW_PAIR -> last_pair++; answer = last_pair; accepted = accepted | BIT(answer)
    fi
  :: !ended && !(accepted & BIT(sent)) && !(used == sent && used_window > 0) ->
    NEVER(redeemed_twice, (redeemed & BIT(sent)) && !(late & BIT(sent)));
    if
    :: true
    :: (redeemed & BIT(sent)) -> ended = 1; accepted = 0
    fi
  fi
}

inline claim(h) {
  claims--;
  if
  :: MUTANT != LEASE_WITHOUT_FENCE -> fence++
  :: else
  fi;
  lease = LEASE;
  if
  :: true ->
    my_fence[h] = fence; my_generation[h] = generation; token[h] = credential; my_lease[h] = LEASE;
    is_takeover[h] = noted;
#if MUTANT == OWN_NOTE_IGNORED
    is_takeover[h] = noted && noter != h + 1;
#endif
    if
    :: is_takeover[h] -> my_window[h] = window
    :: else
    fi;
    if
    :: is_takeover[h] && my_window[h] == 0 && MUTANT != REPLAY_ALWAYS ->  /* renewal_lost */
      NEVER(told_wrongly, !(meant & BIT(credential)));
      give_up(h, 0)
    :: else -> at[h] = NOTE
    fi
  :: faults > 0 -> faults--  /* the claim was made; the host does not know it */
  fi
}

inline note(h) {
  if
  :: exists && fence == my_fence[h] && lease > 0 &&
      (generation == my_generation[h] || MUTANT == NOTE_WITHOUT_GENERATION) ->
    if
    :: MUTANT != NO_NOTE ->
      if
      :: !noted -> window = WINDOW
      :: else
      fi;
      noted = 1; noted_fence = my_fence[h]; meant = meant | BIT(token[h]);
#if MUTANT == OWN_NOTE_IGNORED
      noter = h + 1
#endif
    :: else
    fi;
    if
    :: at[h] = CHECK
    :: faults > 0 -> faults--  /* the answer is lost: it asks again */
    :: faults > 0 -> faults--; give_up(h, 1)
    fi
  :: else -> give_up(h, 1)
  :: faults > 0 -> faults--; give_up(h, 1)
  fi
}

inline check(h) {
  if
  :: (my_lease[h] > 0 || MUTANT == SEND_WITHOUT_LEASE_CHECK) && (!is_takeover[h] || my_window[h] > 0 ||
      MUTANT == REPLAY_ALWAYS || MUTANT == WINDOW_CHECKED_AT_CLAIM) ->
    checked_in_time[h] = my_lease[h] > 0 && (!is_takeover[h] || my_window[h] > 0);
    at[h] = SEND
  :: else -> give_up(h, 1)
  fi
}

inline send(h) {
  if
  :: true ->
    if
    :: checked_in_time[h] && (my_lease[h] == 0 || (is_takeover[h] && my_window[h] == 0)) -> late = late | BIT(token[h])
    :: else
    fi;
    ask_vendor(token[h], is_takeover[h]);
    if
    :: answer != 0 ->
#ifdef GOAL
      has_recovered = has_recovered || (dropped & BIT(answer));
#endif
      pair[h] = answer; dropped = dropped & ~BIT(answer); at[h] = ANSWERED
    :: answer == 0 -> at[h] = REFUSED
    :: faults > 0 -> faults--; dropped = dropped | (BIT(answer) & ~1); give_up(h, MUTANT == ANY_ERROR_IS_AN_OUTCOME)
    fi
  :: faults > 0 -> faults--; give_up(h, 1)  /* no connection: it knows that nothing was processed */
  :: faults > 0 -> faults--; give_up(h, MUTANT == ANY_ERROR_IS_AN_OUTCOME)
  :: faults > 0 && stray == 0 -> faults--; stray = token[h]; give_up(h, MUTANT == ANY_ERROR_IS_AN_OUTCOME)
  fi;
  answer = 0
}

inline spool(h) {
  spooled[h] = pair[h]; spooled_generation[h] = my_generation[h]; spooled_fence[h] = my_fence[h];
  spooled_takeover[h] = is_takeover[h];
  forget(h)
}

inline unspool(h) {
  spooled[h] = 0; spooled_generation[h] = 0; spooled_fence[h] = 0; spooled_takeover[h] = 0
}

#if KIND == NEW_PAIR && MUTANT != NEXT_GENERATION_ONLY
#define MAY_COMMIT(h) (committed_fence < spooled_fence[h])
#elif KIND == NEW_PAIR
#define MAY_COMMIT(h) (generation == spooled_generation[h] || (generation == spooled_generation[h] + 1 && \
  committed_fence < spooled_fence[h] && spooled_takeover[h]))
#else
#define MAY_COMMIT(h) (generation == spooled_generation[h] || MUTANT == COMMIT_WITHOUT_GENERATION)
#endif

inline commit(h) {
  if
  :: exists && MAY_COMMIT(h) ->
    if
    :: MUTANT == COMMIT_WITHOUT_GENERATION -> generation = spooled_generation[h] + 1
    :: else -> generation++
    fi;
    NEVER(committed_twice, committed & BIT(generation));
    NEVER(generation_fell, generation <= highest);
    committed = committed | BIT(generation); highest = generation;
    credential = spooled[h]; committed_fence = spooled_fence[h];
    if
    :: noted && noted_fence > rival_fence && KIND == NEW_PAIR && MUTANT != NO_RIVAL -> rival_fence = noted_fence
    :: else
    fi;
    if
    :: rival_fence <= committed_fence -> rival_fence = 0
    :: else
    fi;
    clear_note();
    if
    :: fence == spooled_fence[h] || MUTANT == COMMIT_CLEARS_ANY_CLAIM -> lease = 0
    :: else
    fi;
    if
    :: unspool(h)
    :: faults > 0 -> faults--  /* the answer is lost: it asks again */
    fi
  :: exists && !MAY_COMMIT(h) ->  /* adopts the stored pair */
    unspool(h)
  :: !exists && MUTANT == SIGN_OUT_WITHOUT_DELETE_CHECK ->
    NEVER(came_back, signed_out);
    exists = 1; credential = spooled[h]; generation = spooled_generation[h] + 1; unspool(h)
  :: !exists && MUTANT != SIGN_OUT_WITHOUT_DELETE_CHECK -> accepted = accepted & ~BIT(spooled[h]); unspool(h)
  fi
}

#define IS_MINE(h) (exists && fence == my_fence[h] && generation == my_generation[h] && rival_fence == 0)
#define ENDS_AT_ONCE(h) (!is_takeover[h] || MUTANT == END_ON_REFUSAL_AT_ONCE || \
  (END_WHILE_IN_TIME && my_lease[h] > 0 && my_window[h] > 0))

/* The vendor refused the token. After a takeover the row stays: the first holder may still have the new pair. */
inline end_session(h) {
  if
  :: IS_MINE(h) && (ENDS_AT_ONCE(h) || (MUTANT == END_AFTER_GRACE && my_lease[h] == 0)) ->
    NEVER(ended_under_successor, (accepted & HELD_PAIRS) != 0 && !IS_LATE_REPLAY);
    remove_row();
    forget(h)
  :: IS_MINE(h) && !ENDS_AT_ONCE(h) && MUTANT == END_AFTER_GRACE && my_lease[h] > 0 -> skip
  :: !IS_MINE(h) || (!ENDS_AT_ONCE(h) && MUTANT != END_AFTER_GRACE) -> give_up(h, 1)
  :: faults > 0 -> faults--; forget(h)
  fi
}

inline release(h) {
  if
  :: exists && fence == my_fence[h] ->
    lease = 0;
    if
    :: may_clear[h] && noted && noted_fence == my_fence[h] -> clear_note()
    :: else
    fi
  :: else
  :: faults > 0 -> faults--
  fi;
  forget(h)
}

/* The host notes what it is about to delete, deletes exactly that, then revokes it. */
inline sign_out(h) {
  if
  :: exists && outbox_generation[h] == generation -> remove_row(); signed_out = 1
  :: exists && outbox_generation[h] != generation -> outbox[h] = credential; outbox_generation[h] = generation
  :: !exists -> accepted = accepted & ~BIT(outbox[h]); outbox[h] = 0; outbox_generation[h] = 0
  fi
}

inline die(h) {
  faults--;
  if
  :: at[h] == ANSWERED -> dropped = dropped | BIT(pair[h])
  :: at[h] == SEND && stray == 0 -> stray = token[h]
  :: at[h] != ANSWERED
  fi;
#if MUTANT == NO_SPOOL
  unspool(h);
#endif
#if MUTANT == OWN_NOTE_IGNORED
  noter = (noter == h + 1 -> HOSTS + 1 : noter);
#endif
  forget(h)
}

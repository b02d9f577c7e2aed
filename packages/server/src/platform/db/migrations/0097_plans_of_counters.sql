-- The functions count and refuse as before. The marks of a counter are read in a statement of their own: PostgreSQL evaluates a comparison
-- without a query directly, but plans a condition that contains one at each call, because most calls need no mark.
create or replace function count_hits(
  counter_keys text[],
  lifetime_seconds integer[],
  granted_calls integer[], -- null: any number
  lifting_marks text[],    -- while the mark of this key lives, the counter refuses nothing; null: no mark does that
  voiding_marks text[],    -- unless the mark of this key was made later
  counted_at timestamptz
) returns setof rate_limits language plpgsql as $$
declare
  counter rate_limits;
begin
  for step in 1 .. cardinality(counter_keys) loop
    insert into rate_limits as known (key, hits, last_hit_at, expires_at)
    values (counter_keys[step], 1, counted_at, counted_at + make_interval(secs => lifetime_seconds[step]))
    on conflict (key) do update set
      hits = case when known.expires_at <= counted_at then 1 else known.hits + 1 end,
      last_hit_at = excluded.last_hit_at,
      expires_at = case when known.expires_at <= counted_at then excluded.expires_at else known.expires_at end
    returning * into counter;
    return next counter;
    if counter.hits > granted_calls[step] then
      perform from rate_limits mark
      where mark.key = lifting_marks[step] and mark.expires_at > counted_at
        and not exists (
          select from rate_limits voiding
          where voiding.key = voiding_marks[step] and voiding.expires_at > counted_at
            and voiding.last_hit_at > mark.last_hit_at);
      if not found then return; end if;
    end if;
  end loop;
end $$;

create or replace function count_attempt(
  counter_keys text[],
  lifetime_seconds integer[],
  granted_calls integer[], -- null: any number
  lifting_marks text[],    -- while the mark of this key lives, the counter refuses nothing; null: no mark does that
  voiding_marks text[],    -- unless the mark of this key was made later
  failure_keys text[],     -- counters of failures
  waits_from integer[],    -- from this number of failures, each one is followed by a wait
  first_waits integer[],   -- seconds; each further failure doubles it
  longest_waits integer[], -- seconds
  waived_marks text[],     -- while the mark of this key lives, the counter demands no wait; null: no mark does that
  reset_mark text,         -- voids the failures and the marks from before
  memory_seconds integer,
  counted_at timestamptz
) returns setof rate_limits language plpgsql as $$
declare
  counter rate_limits;
  reset_at timestamptz;
  is_current boolean[];
  must_wait boolean := false;
begin
  for step in 1 .. cardinality(counter_keys) loop
    insert into rate_limits as known (key, hits, last_hit_at, expires_at)
    values (counter_keys[step], 1, counted_at, counted_at + make_interval(secs => lifetime_seconds[step]))
    on conflict (key) do update set
      hits = case when known.expires_at <= counted_at then 1 else known.hits + 1 end,
      last_hit_at = excluded.last_hit_at,
      expires_at = case when known.expires_at <= counted_at then excluded.expires_at else known.expires_at end
    returning * into counter;
    return next counter;
    if counter.hits > granted_calls[step] then
      perform from rate_limits mark
      where mark.key = lifting_marks[step] and mark.expires_at > counted_at
        and not exists (
          select from rate_limits voiding
          where voiding.key = voiding_marks[step] and voiding.expires_at > counted_at
            and voiding.last_hit_at > mark.last_hit_at);
      if not found then return; end if;
    end if;
  end loop;
  -- A counter that does not exist yet cannot be locked, so attempts of one account take turns here.
  perform pg_advisory_xact_lock(hashtextextended(reset_mark, 0));
  reset_at := (select mark.last_hit_at from rate_limits mark where mark.key = reset_mark and mark.expires_at > counted_at);
  for step in 1 .. cardinality(failure_keys) loop
    select * into counter from rate_limits failures
    where failures.key = failure_keys[step] and failures.expires_at > counted_at
      and (reset_at is null or failures.last_hit_at >= reset_at);
    is_current[step] := found;
    if found then
      -- The state from before the attempt.
      return next counter;
      if counter.hits >= waits_from[step]
        and counter.last_hit_at + make_interval(secs => least(
          longest_waits[step], first_waits[step] * 2 ^ least(counter.hits - waits_from[step], 20))) > counted_at
      then
        perform from rate_limits mark
        where mark.key = waived_marks[step] and mark.expires_at > counted_at
          and (reset_at is null or mark.last_hit_at >= reset_at);
        must_wait := must_wait or not found;
      end if;
    end if;
  end loop;
  if must_wait then return; end if;
  for step in 1 .. cardinality(failure_keys) loop
    insert into rate_limits as known (key, hits, last_hit_at, expires_at)
    values (failure_keys[step], 1, counted_at, counted_at + make_interval(secs => memory_seconds))
    on conflict (key) do update set
      hits = case when is_current[step] then known.hits + 1 else 1 end,
      last_hit_at = excluded.last_hit_at,
      expires_at = case when is_current[step] then known.expires_at else excluded.expires_at end;
  end loop;
end $$;

-- Counts in steps: what a counter refuses is not counted by those after it, so that the calls refused to one client cannot
-- use up what everybody has. A loop in the database, because the next step depends on the one before and the caller waits once.
create function count_hits(
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
    exit when counter.hits > granted_calls[step] and not exists (
      select from rate_limits mark
      where mark.key = lifting_marks[step] and mark.expires_at > counted_at
        and not exists (
          select from rate_limits voiding
          where voiding.key = voiding_marks[step] and voiding.expires_at > counted_at
            and voiding.last_hit_at > mark.last_hit_at));
  end loop;
end $$;

-- A server mails many users in one call. What it has written is stored once, and the mails are counted together.
create table written_emails (
  project_id text        not null references projects (id) on delete cascade,
  id         uuid        not null,
  content    json        not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
comment on column written_emails.content is 'Subject, content and values of the placeholders. json, not jsonb, because the blocks stay as they were given.';
create index written_emails_by_age on written_emails (created_at);

alter table emails add column written_id uuid,
  add constraint emails_written foreign key (project_id, written_id) references written_emails (project_id, id) on delete cascade;
comment on column emails.written_id is 'What the mail says, if a server of the project has written it.';
create index emails_by_written on emails (written_id, project_id) where written_id is not null;

-- Counts all of the hits or none: if a counter would exceed its calls, the others are given back what they counted. The answer has the hits
-- as counted before that, so that the caller sees which counter refuses.
create function count_together(
  counter_keys text[],         -- in ascending order, in which every transaction locks them
  lifetime_seconds integer[],
  granted_calls integer[],
  amounts integer[],
  counted_at timestamptz
) returns setof rate_limits language plpgsql as $$
declare
  counter rate_limits;
  is_refused boolean := false;
begin
  for step in 1 .. cardinality(counter_keys) loop
    insert into rate_limits as known (key, hits, last_hit_at, expires_at)
    values (counter_keys[step], amounts[step], counted_at, counted_at + make_interval(secs => lifetime_seconds[step]))
    on conflict (key) do update set
      hits = case when known.expires_at <= counted_at then 0 else known.hits end + amounts[step],
      last_hit_at = excluded.last_hit_at,
      expires_at = case when known.expires_at <= counted_at then excluded.expires_at else known.expires_at end
    returning * into counter;
    return next counter;
    is_refused := is_refused or counter.hits > granted_calls[step];
  end loop;
  if is_refused then
    for step in 1 .. cardinality(counter_keys) loop
      update rate_limits set hits = hits - amounts[step] where key = counter_keys[step];
    end loop;
  end if;
end $$;

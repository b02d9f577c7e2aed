-- The owner of a project follows its move: how many users have moved on each day, and what has failed.

-- Counted as sign-ups are (0045), so that a move updates no row that others update too.
create function count_moves() returns trigger language plpgsql as $$
begin
  insert into figure_deltas (project_id, figure, key, amount)
  select project_id, 'moved_users', to_char(moved_at at time zone 'UTC', 'YYYY-MM-DD'), count(*)
  from changed group by 1, 3;
  return null;
end $$;
create trigger old_system_moves_figures_inserted after insert on old_system_moves referencing new table as changed
  for each statement execute function count_moves();

insert into figures (project_id, figure, key, amount)
select project_id, 'moved_users', to_char(moved_at at time zone 'UTC', 'YYYY-MM-DD'), count(*)
from old_system_moves group by 1, 3;
comment on column figures.figure is 'users, anonymous_users, teams, sign_ups (key: day), active_users (key: day), moved_users (key: day), methods (key: method), countries (key: country).';

-- The last move of a project, without reading all of them.
create index old_system_moves_by_time on old_system_moves (project_id, moved_at);

-- A node writes the failures of some seconds at once, so that an outage of an old system does not become a queue for one row.
create table old_system_failures (
  project_id   text        not null references projects (id) on delete cascade,
  day          date        not null,
  cause        text        not null,
  failures     bigint      not null,
  last_at      timestamptz not null,
  last_request text,
  last_status  integer,
  last_code    text,
  primary key (project_id, day, cause)
);
comment on table old_system_failures is 'Sign-ins during a move from an old system that did not move the user although the password may be right, by day (UTC) and cause.';
comment on column old_system_failures.last_request is 'Method and address of the last request, without its query.';

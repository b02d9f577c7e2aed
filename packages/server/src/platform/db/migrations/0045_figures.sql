-- The figures of a project (decision 026): changes of users and credentials insert deltas, and the worker adds them up, so that no request
-- updates a row that other requests update too.
create table figures (
  project_id text   not null,
  figure     text   not null,
  key        text   not null,
  amount     bigint not null,
  primary key (project_id, figure, key)
);
comment on column figures.figure is 'users, anonymous_users, sign_ups (key: day), active_users (key: day), methods (key: method), countries (key: country).';
create table figure_deltas (
  project_id text   not null,
  figure     text   not null,
  key        text   not null,
  amount     bigint not null
);
create index figure_deltas_of_project on figure_deltas (project_id);
-- Deltas live for seconds. No table refers to a project by a foreign key, because a refresh, which has locked its session, would wait for
-- the deletion of the project, which waits for the session.
alter table figure_deltas set (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, autovacuum_analyze_threshold = 1000);
alter table figures set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000, fillfactor = 70);

-- Existing users have been active on the day of `last_active_at`. The default is for them; the rows are not written again.
alter table users
  add column active_on date,
  add column active_days bigint not null default 2147483648,
  add column active_country text constraint users_active_country_check check (active_country ~ '^[A-Z]{2}$');
alter table users alter column active_days set default 0;
comment on column users.active_on is 'The day (UTC) that the figures counted last. Null: none, or that of last_active_at for a user from before the figures.';
comment on column users.active_days is 'The counted days around active_on: bit 31 is that day, bit 32 the day before, bit 30 the day after.';
comment on column users.active_country is 'The country of the latest activity whose country a trusted proxy has named.';

-- Whether a day is counted. The distance is the number of days from active_on to it.
create function is_counted_day(active_days bigint, distance integer) returns boolean language sql immutable
  return case when abs(distance) > 31 then false else (active_days >> (31 - distance)) & 1 = 1 end;
-- Adds a day, which is active_on afterwards.
create function add_counted_day(active_days bigint, distance integer) returns bigint language sql immutable
  return 2147483648 | case when abs(distance) > 31 then 0
    when distance >= 0 then (active_days << distance) & 9223372036854775807
    else active_days >> -distance end;

-- What a user counts towards. The deletion of a user takes it back.
create function figures_of_user(
  signed_up_at timestamptz, is_anonymous boolean, password_hash text, otp_auth_enabled boolean, active_country text
) returns table (figure text, key text) language sql stable
begin atomic
  select given.figure, given.key from (values
    ('users', ''),
    ('anonymous_users', case when is_anonymous then '' end),
    ('sign_ups', to_char(signed_up_at at time zone 'UTC', 'YYYY-MM-DD')),
    ('methods', case when password_hash is not null then 'password' end),
    ('methods', case when otp_auth_enabled then 'otp' end),
    ('countries', active_country)
  ) given (figure, key) where given.key is not null;
end;

create function count_new_users() returns trigger language plpgsql as $$
begin
  insert into figure_deltas (project_id, figure, key, amount)
  select changed.project_id, f.figure, f.key, count(*)
  from changed, lateral figures_of_user(signed_up_at, is_anonymous, password_hash, otp_auth_enabled, active_country) f
  group by changed.project_id, f.figure, f.key
  union all
  select changed.project_id, 'active_users', to_char(active_on::timestamp, 'YYYY-MM-DD'), count(*)
  from changed where active_on is not null group by changed.project_id, active_on;
  return null;
end $$;
create trigger users_figures_inserted after insert on users referencing new table as changed
  for each statement execute function count_new_users();

create function count_deleted_users() returns trigger language plpgsql as $$
begin
  insert into figure_deltas (project_id, figure, key, amount)
  select changed.project_id, f.figure, f.key, -count(*)
  from changed, lateral figures_of_user(signed_up_at, is_anonymous, password_hash, otp_auth_enabled, active_country) f
  group by changed.project_id, f.figure, f.key;
  return null;
end $$;
create trigger users_figures_deleted after delete on users referencing old table as changed
  for each statement execute function count_deleted_users();

create function count_changed_user() returns trigger language plpgsql as $$
begin
  insert into figure_deltas (project_id, figure, key, amount)
  select new.project_id, f.figure, f.key, sum(f.amount) from (
    select figure, key, 1 as amount
    from figures_of_user(new.signed_up_at, new.is_anonymous, new.password_hash, new.otp_auth_enabled, new.active_country)
    union all
    select figure, key, -1
    from figures_of_user(old.signed_up_at, old.is_anonymous, old.password_hash, old.otp_auth_enabled, old.active_country)
    union all
    select 'active_users', to_char(new.active_on::timestamp, 'YYYY-MM-DD'), 1
    where new.active_on is distinct from old.active_on
  ) f
  group by f.figure, f.key having sum(f.amount) <> 0;
  return null;
end $$;
-- The conditions are checked without a call, so that other changes cost nothing.
create trigger users_figures_updated
  after update of signed_up_at, is_anonymous, password_hash, otp_auth_enabled, active_on, active_country on users for each row
  when (old.active_on is distinct from new.active_on or old.active_country is distinct from new.active_country
    or (old.password_hash is null) <> (new.password_hash is null) or old.otp_auth_enabled <> new.otp_auth_enabled
    or old.signed_up_at <> new.signed_up_at or old.is_anonymous <> new.is_anonymous)
  execute function count_changed_user();

create function count_new_provider_accounts() returns trigger language plpgsql as $$
begin
  insert into figure_deltas (project_id, figure, key, amount)
  select project_id, 'methods', provider_id, count(*) from changed group by project_id, provider_id;
  return null;
end $$;
create trigger oauth_accounts_figures_inserted after insert on oauth_accounts referencing new table as changed
  for each statement execute function count_new_provider_accounts();

create function count_new_passkeys() returns trigger language plpgsql as $$
begin
  insert into figure_deltas (project_id, figure, key, amount)
  select project_id, 'methods', 'passkey', count(*) from changed group by project_id;
  return null;
end $$;
create trigger user_passkeys_figures_inserted after insert on user_passkeys referencing new table as changed
  for each statement execute function count_new_passkeys();

-- For each row: the deletion of a user deletes from these tables even if the user has no such credential.
create function count_deleted_provider_account() returns trigger language plpgsql as $$
begin
  insert into figure_deltas (project_id, figure, key, amount) values (old.project_id, 'methods', old.provider_id, -1);
  return null;
end $$;
create trigger oauth_accounts_figures_deleted after delete on oauth_accounts
  for each row execute function count_deleted_provider_account();

create function count_deleted_passkey() returns trigger language plpgsql as $$
begin
  insert into figure_deltas (project_id, figure, key, amount) values (old.project_id, 'methods', 'passkey', -1);
  return null;
end $$;
create trigger user_passkeys_figures_deleted after delete on user_passkeys
  for each row execute function count_deleted_passkey();

insert into figures (project_id, figure, key, amount)
select project_id, f.figure, f.key, count(*)
from users, lateral figures_of_user(signed_up_at, is_anonymous, password_hash, otp_auth_enabled, active_country) f
group by project_id, f.figure, f.key
union all
select project_id, 'active_users', to_char(last_active_at at time zone 'UTC', 'YYYY-MM-DD'), count(*)
from users group by 1, 2, 3
union all
select project_id, 'methods', provider_id, count(*) from oauth_accounts group by project_id, provider_id
union all
select project_id, 'methods', 'passkey', count(*) from user_passkeys group by project_id;

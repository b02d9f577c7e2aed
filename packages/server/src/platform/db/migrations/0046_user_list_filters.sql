-- Admins filter the users of a project and sort them by their last activity.

-- The last activity of each user in an order. An index on `users` would make every sign-in and refresh change all indexes of that
-- table, among them a trigram index; this table has two small ones (decision 027). Triggers keep it equal to `users`, for
-- nodes of the previous version as well.
create table user_activity (
  project_id     text        not null,
  user_id        uuid        not null,
  is_anonymous   boolean     not null,
  last_active_at timestamptz not null
);
comment on table user_activity is 'Written by the triggers of users only.';

create function record_user_activity() returns trigger language plpgsql as $$
begin
  insert into user_activity (project_id, user_id, is_anonymous, last_active_at)
  values (new.project_id, new.id, new.is_anonymous, new.last_active_at)
  on conflict (user_id, project_id) do update
  set is_anonymous = excluded.is_anonymous, last_active_at = excluded.last_active_at;
  return null;
end $$;
create trigger users_activity_of_new after insert on users
  for each row execute function record_user_activity();
create trigger users_activity_changed after update of is_anonymous, last_active_at on users
  for each row when ((old.is_anonymous, old.last_active_at) is distinct from (new.is_anonymous, new.last_active_at))
  execute function record_user_activity();

insert into user_activity (project_id, user_id, is_anonymous, last_active_at)
select project_id, id, is_anonymous, last_active_at from users;

-- No other query compares these expressions (platform/db/README.md, "Plans" 10).
create index user_activity_of_full on user_activity ((project_id || ' full'), last_active_at, user_id)
  where not is_anonymous;
create index user_activity_of_anonymous on user_activity ((project_id || ' anonymous'), last_active_at, user_id)
  where is_anonymous;
alter table user_activity add primary key (user_id, project_id);
alter table user_activity add constraint user_activity_user
  foreign key (project_id, user_id) references users (project_id, id) on delete cascade;
alter table user_activity set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000, fillfactor = 90);

-- The users of filters that select few of many. Filters that usually select many users have no index.
create index users_suspended on users ((project_id || ' suspended'), signed_up_at, id) where suspended_until is not null;
create index users_with_second_factor on users ((project_id || ' second factor'), id) where totp_secret_sealed is not null;
create index oauth_accounts_by_provider on oauth_accounts ((project_id || ' ' || provider_id), user_id);
create index user_passkeys_by_project on user_passkeys ((project_id || ''), user_id);

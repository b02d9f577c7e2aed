-- A user who has never been active comes before all others in the order of the last activity, not at the sign-up.

-- `epoch`, not `-infinity`, because cursors contain the moment as a number.
comment on column user_activity.last_active_at is '1970-01-01 for a user who has never been active.';

create or replace function record_user_activity() returns trigger language plpgsql as $$
begin
  insert into user_activity (project_id, user_id, is_anonymous, last_active_at)
  values (new.project_id, new.id, new.is_anonymous,
    case when new.active_on is null and new.active_days = 0 then 'epoch' else new.last_active_at end)
  on conflict (user_id, project_id) do update
  set is_anonymous = excluded.is_anonymous, last_active_at = excluded.last_active_at;
  return null;
end $$;
-- The first activity can have the moment of the sign-up.
create or replace trigger users_activity_changed after update of is_anonymous, last_active_at, active_on on users
  for each row when ((old.is_anonymous, old.last_active_at, old.active_on) is distinct from (new.is_anonymous, new.last_active_at, new.active_on))
  execute function record_user_activity();

-- A webhook about a user contains what the view of a user shows, also what later migrations add to it.

create or replace function finish_webhook_message() returns trigger language plpgsql set search_path from current as $$
begin
  if new.snapshot_of = 'user' then
    update webhook_messages set source = (
      select to_json(u) from user_profiles u where u.project_id = new.project_id and u.id = new.snapshot_id)
    where project_id = new.project_id and id = new.id;
  elsif new.snapshot_of = 'team' then
    update webhook_messages set source = (
      select to_json(t) from teams t where t.project_id = new.project_id and t.id = new.snapshot_id)
    where project_id = new.project_id and id = new.id;
  end if;
  insert into webhook_deliveries (project_id, id, endpoint_id, message_id, event_type, state, next_attempt_at, created_at)
  select new.project_id, gen_random_uuid(), e.id, new.id, new.type, case when e.disabled_at is null then 'pending' else 'skipped' end,
    case when e.disabled_at is null then new.created_at end, new.created_at
  from unnest(new.endpoint_ids) wanted (id), lateral (
    select id, disabled_at from webhook_endpoints where project_id = new.project_id and id = wanted.id offset 0
  ) e;
  perform pg_notify('portico_webhook', '');
  return null;
end $$;

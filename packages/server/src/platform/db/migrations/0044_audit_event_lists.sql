-- Admins read the audit log of their project, filtered and newest first, and housekeeping deletes entries after their retention.
-- Each of these queries has one index that no other query can use, because the planner must have no choice: its statistics are
-- older than the newest projects. Expressions as keys, and conditions that only one query repeats, ensure it. No key
-- begins with the project alone, because a read by the id would use it. Most entries have
-- a user as their actor, no target and the outcome "ok", and so are in three of the lists and in the index by age.
drop index audit_events_at;
create index audit_events_all on audit_events ((project_id || ''), at, id);
create index audit_events_by_action on audit_events (action, project_id, outcome, at, id);
create index audit_events_by_actor on audit_events (actor_id, project_id, at, id) where actor_id is not null;
create index audit_events_by_target on audit_events (target_id, project_id, at, id) where target_id is not null;
create index audit_events_by_actor_type on audit_events (actor_type, project_id, at, id)
  where actor_type in ('server', 'admin', 'system');
create index audit_events_refused on audit_events ((project_id || ' refused'), at, id) where outcome = 'refused';
create index audit_events_by_age on audit_events (at) where octet_length(project_id) > 0;

create or replace function refuse_change_of_audit_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Housekeeping sets it for its transaction.
    if old.at < nullif(current_setting('portico.audit_events_kept_from', true), '')::timestamptz then
      return old;
    end if;
  end if;
  raise exception 'audit_events is append-only';
end $$;

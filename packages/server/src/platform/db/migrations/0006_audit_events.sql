-- Who did what, for the people who run the service. Rows are only ever added: no foreign key, so that they outlive their project.
create table audit_events (
  project_id     text        not null,
  id             uuid        not null,
  at             timestamptz not null,
  action         text        not null,
  outcome        text        not null constraint audit_events_outcome_check check (outcome in ('ok', 'refused')),
  actor_type     text        not null constraint audit_events_actor_check
                             check (actor_type in ('user', 'client', 'server', 'admin', 'system')),
  actor_id       text,
  target_id      text,
  reason         text,
  request_id     text,
  client_address text,
  primary key (project_id, id)
);
create index audit_events_at on audit_events (project_id, at desc);

create function refuse_change_of_audit_events() returns trigger language plpgsql as $$
begin
  raise exception 'audit_events is append-only';
end $$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_change_of_audit_events();
create trigger audit_events_not_truncated before truncate on audit_events
  for each statement execute function refuse_change_of_audit_events();

-- Early entries of the audit log have an owner as their actor, but the type of a key or of a user. Admins filter the log by owners.

-- Contains the early entries only: later ones have the type `admin`. The query repeats the condition (records/audit/list.ts).
create index audit_events_of_early_owners on audit_events ((project_id || ' early owner'), at, id)
  where actor_id is not null and actor_type <> 'admin'
    and (actor_type in ('client', 'server') or action = 'project.created' or reason = 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');

-- A session that an owner starts by link names the owner, and ends with their membership in the staff of the project.
alter table sessions add column impersonator_project_id text, add column impersonator_id uuid, add column impersonation jsonb;
alter table sessions add constraint sessions_impersonator foreign key (impersonator_id, project_id, impersonator_project_id)
  references project_owners (user_id, owned_project_id, project_id) on delete cascade not valid;
alter table sessions add constraint sessions_impersonation_check check (
  num_nulls(impersonator_project_id, impersonator_id, impersonation) in (0, 3) and (impersonator_id is null or is_impersonation)) not valid;
comment on column sessions.impersonation is 'The name and the address of the impersonator at the start, and the reason. Null for the session of a user, and for one that a server made.';
-- Few sessions have an impersonator, who is looked up first (0004 says why).
create index sessions_by_impersonator on sessions (impersonator_id, project_id) where impersonator_id is not null;

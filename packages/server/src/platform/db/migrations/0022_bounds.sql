-- Bounds: the kinds by which sessions of a user are counted, and an index that finds anonymous users of a project by age.
alter table sessions add column is_server_made boolean not null default false;
comment on column sessions.is_server_made is 'A server or an admin made it on behalf of the user. With is_impersonation it is the kind by which sessions are counted.';

-- The last condition always holds; it keeps the index from statements that name no moment (0005 says why).
create index users_anonymous_sign_up on users (project_id, signed_up_at, id) where is_anonymous and signed_up_at is not null;
create index projects_with_anonymous_lifetime on projects ((config ->> 'anonymous_user_lifetime_days'), id)
  where (config ->> 'anonymous_user_lifetime_days') is not null;

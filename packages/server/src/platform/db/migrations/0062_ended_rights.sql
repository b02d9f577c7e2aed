-- What a setting has ended stays ended after the setting has changed back.
alter table projects
  add column ended_sessions_created_until timestamptz,
  add column ended_sessions_used_until timestamptz,
  add column ended_sign_ups_begun_until timestamptz;
comment on column projects.ended_sessions_created_until is 'Sessions that were created until this moment have ended by a session policy.';
comment on column projects.ended_sessions_used_until is 'Sessions whose last use was until this moment have ended by a session policy.';
comment on column projects.ended_sign_ups_begun_until is 'When sign-up was closed last: a sign-up that began before has ended.';

-- Housekeeping also visits the projects whose earlier policy has ended sessions.
drop index projects_with_session_policy;
create index projects_with_ended_sessions on projects (id)
  where (config ->> 'session_max_lifetime_millis') is not null or (config ->> 'session_idle_timeout_millis') is not null
    or ended_sessions_created_until is not null or ended_sessions_used_until is not null;

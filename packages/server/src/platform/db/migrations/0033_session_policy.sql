-- Housekeeping visits the projects that end sessions early.
create index projects_with_session_policy on projects (id)
  where (config ->> 'session_max_lifetime_millis') is not null or (config ->> 'session_idle_timeout_millis') is not null;

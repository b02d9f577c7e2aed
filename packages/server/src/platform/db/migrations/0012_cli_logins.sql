-- A login from a terminal: one secret polls, another one confirms.
create table cli_logins (
  project_id    text        not null references projects (id) on delete cascade,
  polling_hash  bytea       not null,
  login_hash    bytea       not null,
  requester     jsonb       not null,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  answered_at   timestamptz,
  session_id    uuid,
  used_at       timestamptz,
  -- What is asked for first, here and below, and the project last; 0004 says why.
  primary key (polling_hash, project_id),
  constraint cli_logins_login unique (login_hash, project_id),
  constraint cli_logins_session foreign key (project_id, session_id) references sessions (project_id, id)
    on delete set null (session_id)
);
comment on column cli_logins.requester is 'Address and program of who asked, for the page that confirms.';
comment on column cli_logins.session_id is 'The session that confirmed; null although answered means refused, or that this session has ended since. The terminal gets a session of its own when it asks.';
create index cli_logins_by_session on cli_logins (session_id, project_id);
create index cli_logins_by_project on cli_logins (project_id);
create index cli_logins_expires_at on cli_logins (expires_at);

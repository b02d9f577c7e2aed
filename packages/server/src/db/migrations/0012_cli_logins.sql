-- A login from a terminal: one secret polls, another one confirms.
create table cli_logins (
  project_id    text        not null references projects (id) on delete cascade,
  polling_hash  bytea       not null,
  login_hash    bytea       not null,
  requester     jsonb       not null,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  answered_at   timestamptz,
  user_id       uuid,
  used_at       timestamptz,
  primary key (project_id, polling_hash),
  constraint cli_logins_login unique (project_id, login_hash),
  constraint cli_logins_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
comment on column cli_logins.user_id is 'Who confirmed; null although answered means refused. The session is made when the terminal fetches it.';
create index cli_logins_by_user on cli_logins (project_id, user_id);
create index cli_logins_expires_at on cli_logins (expires_at);

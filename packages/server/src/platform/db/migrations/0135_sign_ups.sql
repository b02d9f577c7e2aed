-- A dry run of rules for sign-up reads what each sign-up of the last days was, because users do not keep it.
create table sign_ups (
  project_id           text        not null references projects (id) on delete cascade,
  id                   uuid        not null,
  at                   timestamptz not null,
  user_id              uuid,
  method               text        not null,
  email_domain         text,
  is_email_proved      boolean     not null,
  country_code         text,
  is_anonymous_network boolean,
  expires_at           timestamptz not null,
  primary key (project_id, at, id),
  constraint sign_ups_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
comment on table sign_ups is 'The facts of a sign-up that rules decide by.';
comment on column sign_ups.user_id is 'Null for a sign-up that a rule refused.';
create index sign_ups_by_user on sign_ups (user_id, project_id);
create index sign_ups_expiring on sign_ups (expires_at);

-- A device on which a user proved the second factor can take its place for some days.
create table user_devices (
  project_id    text        not null,
  id            uuid        not null,
  user_id       uuid        not null,
  secret_hash   bytea       not null,
  user_agent    text,
  created_at    timestamptz not null,
  last_used_at  timestamptz not null,
  remembered_at timestamptz not null,
  expires_at    timestamptz not null,
  primary key (project_id, id),
  constraint user_devices_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
comment on column user_devices.secret_hash is 'SHA-256 of the secret that the device keeps.';
comment on column user_devices.remembered_at is 'When the user proved the second factor. The present setting of the project says for how many days that counts.';
comment on column user_devices.expires_at is 'When the row can be deleted, whatever the setting of the project is by then.';
create index user_devices_by_user on user_devices (user_id, project_id);
create index user_devices_expiring on user_devices (expires_at);

-- One passkey per user, as the protocol has it.
create table passkeys (
  project_id    text        not null,
  user_id       uuid        not null,
  credential_id bytea       not null constraint passkeys_credential_id_check check (octet_length(credential_id) <= 1023),
  public_key    bytea       not null,
  counter       bigint      not null,
  device_type   text        not null constraint passkeys_device_type_check check (device_type in ('single_device', 'multi_device')),
  is_backed_up  boolean     not null,
  has_verified  boolean     not null,
  transports    jsonb       not null default '[]',
  rp_id         text        not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz not null,
  primary key (project_id, user_id),
  -- The credential first; 0004 says why.
  constraint passkeys_once unique (credential_id, project_id),
  constraint passkeys_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
comment on column passkeys.public_key is 'COSE key (RFC 9052) as the authenticator gave it.';
comment on column passkeys.has_verified is 'The authenticator verified its user when the passkey was made. Whoever steals one that did not could set it up to do so.';

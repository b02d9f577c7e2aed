-- A user has any number of passkeys, each with a name. The table gets a new name, because nodes of the previous version write
-- `insert into passkeys … on conflict (project_id, user_id)`, which requires a key that allows one passkey per user.
alter table passkeys rename to user_passkeys;
alter table user_passkeys drop constraint passkeys_pkey;
alter table user_passkeys drop constraint passkeys_once;
-- The credential first (decision 012). The name of the key is the one that the previous version expects.
alter table user_passkeys add constraint passkeys_once primary key (credential_id, project_id);
create index user_passkeys_by_user on user_passkeys (user_id, project_id);

alter table user_passkeys add column name text not null default 'Passkey'
  constraint user_passkeys_name_check check (char_length(name) between 1 and 64);
comment on column user_passkeys.name is 'Chosen by the user. The default is for passkeys of the previous version.';
comment on column user_passkeys.last_used_at is 'Equal to created_at until the passkey signs the user in.';

-- For nodes of the previous version. This table stays empty: its only child is user_passkeys, so they read, change and delete
-- all passkeys through it, and its trigger stores what they register as one more passkey. The version after the next one
-- removes it.
create table passkeys (
  project_id    text        not null,
  user_id       uuid        not null,
  credential_id bytea       not null,
  public_key    bytea       not null,
  counter       bigint      not null,
  device_type   text        not null,
  is_backed_up  boolean     not null,
  has_verified  boolean     not null,
  transports    jsonb       not null default '[]',
  rp_id         text        not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz not null,
  primary key (project_id, user_id)
);
alter table user_passkeys inherit passkeys;

create function store_passkey_of_earlier_version() returns trigger language plpgsql as $$
begin
  insert into user_passkeys (project_id, user_id, credential_id, public_key, counter, device_type, is_backed_up,
                             has_verified, transports, rp_id, created_at, last_used_at)
  values (new.project_id, new.user_id, new.credential_id, new.public_key, new.counter, new.device_type, new.is_backed_up,
          new.has_verified, new.transports, new.rp_id, new.created_at, new.last_used_at);
  return null;
end $$;
create trigger passkeys_of_earlier_version before insert on passkeys
  for each row execute function store_passkey_of_earlier_version();

-- Users and the addresses they are reached by. An address used for sign-in belongs to one user of the project at most.
create table users (
  project_id                text        not null references projects (id) on delete cascade,
  id                        uuid        not null,
  display_name              text,
  profile_image_url         text,
  client_metadata           jsonb,
  client_read_only_metadata jsonb,
  server_metadata           jsonb,
  password_hash             text,
  otp_auth_enabled          boolean     not null default false,
  is_anonymous              boolean     not null default false,
  signed_up_at              timestamptz not null,
  last_active_at            timestamptz not null,
  primary key (project_id, id)
);

create table contact_channels (
  project_id    text        not null,
  id            uuid        not null,
  user_id       uuid        not null,
  type          text        not null constraint contact_channels_type_check check (type in ('email')),
  value         text        not null,
  is_primary    boolean     not null,
  is_verified   boolean     not null,
  is_claimed    boolean     not null,
  used_for_auth boolean     not null,
  created_at    timestamptz not null,
  primary key (project_id, id),
  constraint contact_channels_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade,
  constraint contact_channels_once_per_user unique (project_id, user_id, type, value)
);
comment on column contact_channels.is_claimed is 'The user is known to be the owner of the mailbox. A verified address alone does not say so: its link may have been opened by somebody who never made the account.';
comment on column contact_channels.value is 'The canonical form of the address; see canonicalEmail in the contract.';
create unique index contact_channels_sign_in_address on contact_channels (project_id, type, value) where used_for_auth;
create unique index contact_channels_one_primary on contact_channels (project_id, user_id) where is_primary;

-- A user with what is shown of them; every query that gives a user reads it from here.
create view user_profiles as
select u.project_id, u.id, u.display_name, u.profile_image_url, u.client_metadata, u.client_read_only_metadata,
  u.server_metadata, u.password_hash is not null as has_password, u.otp_auth_enabled, u.is_anonymous, u.signed_up_at,
  u.last_active_at, c.value as primary_email, coalesce(c.is_verified, false) as primary_email_verified,
  coalesce(c.used_for_auth, false) as primary_email_auth_enabled
from users u
left join contact_channels c on c.project_id = u.project_id and c.user_id = u.id and c.is_primary;

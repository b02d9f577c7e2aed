-- The schema of Portico 0.1.0. Later migrations change it. Each part is a subject: its tables with their indexes, then its functions and triggers.
-- A primary key begins with the column of the lookup (decision 012), and the indexes of a table are in the order that suits the planner: of indexes that
-- seem equally good on a small table, it takes the newest (platform/db/README.md, "Plans" 8). So keep their order.

-- Trigrams and a text beside them in one index, for searches. Both extensions are trusted: the owner of a database may create them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;


-- ## Projects and keys
-- A project is a tenant: nearly every other table has its id. `internal` is the project of the dashboard.

create table projects (
  id                           text        not null,
  display_name                 text        not null,
  description                  text        not null default '',
  is_production_mode           boolean     not null default false,
  config                       jsonb       not null,
  created_at                   timestamptz not null,
  deleted_at                   timestamptz,
  version                      integer     not null default 1,
  ended_sessions_created_until timestamptz,
  ended_sessions_used_until    timestamptz,
  ended_sign_ups_begun_until   timestamptz,
  branding                     jsonb       not null default '{}',
  second_factor_required_since timestamptz,
  second_factor_grace_days     integer     not null generated always as (coalesce((config ->> 'second_factor_grace_days')::int, 14)) stored,
  passkey_enabled              boolean     not null generated always as (coalesce((config ->> 'passkey_enabled')::boolean, false)) stored,
  verified_email_required      boolean     not null generated always as (coalesce((config ->> 'require_verified_email')::boolean, false)) stored,
  primary key (id)
);
comment on column projects.config is 'Settings in the shape of the admin PATCH; provider and SMTP secrets inside are sealed.';
comment on column projects.version is 'Grows by one with every change of the settings or of the permission definitions.';
comment on column projects.ended_sessions_created_until is 'Sessions that were created until this moment have ended by a session policy.';
comment on column projects.ended_sessions_used_until is 'Sessions whose last use was until this moment have ended by a session policy.';
comment on column projects.ended_sign_ups_begun_until is 'When sign-up was closed last: a sign-up that began before has ended.';
comment on column projects.branding is 'Named as on the wire. A logo is the path of its image below the API prefix: /images/<project>/<id>.';
comment on column projects.second_factor_required_since is 'When the present policy that requires a second factor began. Null: none is required.';
create index projects_with_anonymous_lifetime on projects ((config ->> 'anonymous_user_lifetime_days'), id)
  where (config ->> 'anonymous_user_lifetime_days') is not null;
create index projects_with_ended_sessions on projects (id)
  where (config ->> 'session_max_lifetime_millis') is not null or (config ->> 'session_idle_timeout_millis') is not null
    or ended_sessions_created_until is not null or ended_sessions_used_until is not null;

create table project_changes (
  project_id text        not null references projects (id) on delete cascade,
  version    integer     not null,
  at         timestamptz not null,
  actor_type text        not null,
  actor_id   text,
  request_id text,
  changes    jsonb       not null,
  primary key (project_id, version)
);
comment on column project_changes.version is 'The version that the change led to.';
comment on column project_changes.changes is 'A list of {field, before, after}. Secrets are masked.';
create index project_changes_of_request on project_changes (request_id, project_id) where request_id is not null;

create table signing_keys (
  project_id     text        not null references projects (id) on delete cascade,
  kid            text        not null,
  public_jwk     jsonb       not null,
  private_sealed text        not null,
  created_at     timestamptz not null,
  retired_at     timestamptz,
  signs_from     timestamptz,
  primary key (project_id, kid)
);
comment on column signing_keys.retired_at is 'From then on the key is not published, and a token it has signed counts as expired.';
comment on column signing_keys.signs_from is 'The newest key whose moment has come signs; null: from the beginning. A key is published before, so that verifiers have it.';
create index signing_keys_retired_at on signing_keys (retired_at) where retired_at is not null;

create table internal_api_keys (
  project_id                       text        not null references projects (id) on delete cascade,
  id                               uuid        not null,
  description                      text        not null,
  created_at                       timestamptz not null,
  expires_at                       timestamptz not null,
  revoked_at                       timestamptz,
  publishable_client_key_hash      bytea,
  publishable_client_key_last_four text,
  secret_server_key_hash           bytea,
  secret_server_key_last_four      text,
  super_secret_admin_key_hash      bytea,
  super_secret_admin_key_last_four text,
  publishable_client_key           text,
  last_used_at                     timestamptz,
  primary key (project_id, id),
  constraint internal_api_keys_publishable_client_key_hash_key unique (publishable_client_key_hash),
  constraint internal_api_keys_secret_server_key_hash_key unique (secret_server_key_hash),
  constraint internal_api_keys_super_secret_admin_key_hash_key unique (super_secret_admin_key_hash)
);
comment on column internal_api_keys.secret_server_key_hash is 'SHA-256; the key itself is shown once, when it is made.';
comment on column internal_api_keys.publishable_client_key is 'Public: it is part of each page of the app.';
comment on column internal_api_keys.last_used_at is 'To ten minutes; null if no key of the set was used since the column exists.';
create index internal_api_keys_revoked on internal_api_keys ((project_id || ' revoked'), revoked_at desc) where revoked_at is not null;
create index internal_api_keys_by_expiry on internal_api_keys ((project_id || ' expiry'), expires_at desc) where revoked_at is null;


-- ## Users
-- A user belongs to one project. Most of the following tables are about users.

-- Letters that do not decompose (NFD) are replaced by those that people type. A text of ASCII characters, such as most addresses, is only
-- converted to lower case. NFC joins what is left, such as the syllables of Korean.
create function search_text(value text) returns text language sql immutable parallel safe
return case when octet_length(value) = char_length(value) then lower(value)
  else lower(normalize(
    replace(replace(replace(replace(replace(replace(replace(replace(
      translate(
        regexp_replace(normalize(value, NFD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]', '', 'g'),
        'ØøŁłĐđÐðĦħŦŧıς', 'OoLlDdDdHhTtiσ'),
      'ß', 'ss'), 'ẞ', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'Þ', 'th'), 'þ', 'th'),
    NFC))
end;

-- Whether a day is counted. The distance is the number of days from active_on to it.
create function is_counted_day(active_days bigint, distance integer) returns boolean language sql immutable
  return case when abs(distance) > 31 then false else (active_days >> (31 - distance)) & 1 = 1 end;

-- Adds a day, which is active_on afterwards.
create function add_counted_day(active_days bigint, distance integer) returns bigint language sql immutable
  return 2147483648 | case when abs(distance) > 31 then 0
    when distance >= 0 then (active_days << distance) & 9223372036854775807
    else active_days >> -distance end;

create table users (
  project_id                    text        not null references projects (id) on delete cascade,
  id                            uuid        not null,
  display_name                  text,
  profile_image_url             text,
  client_metadata               jsonb,
  client_read_only_metadata     jsonb,
  server_metadata               jsonb,
  password_hash                 text,
  otp_auth_enabled              boolean     not null default false,
  is_anonymous                  boolean     not null default false,
  signed_up_at                  timestamptz not null,
  last_active_at                timestamptz not null,
  totp_secret_sealed            text,
  totp_last_step                bigint,
  country_code                  text
    constraint users_country_code_check check (country_code ~ '^[A-Z]{2}$'),
  sign_up_risk_bot              smallint    not null default 0
    constraint users_sign_up_risk_bot_check check (sign_up_risk_bot between 0 and 100),
  sign_up_risk_free_trial_abuse smallint    not null default 0
    constraint users_sign_up_risk_free_trial_abuse_check check (sign_up_risk_free_trial_abuse between 0 and 100),
  suspended_until               timestamptz,
  suspension_reason             text,
  suspension_private_details    text,
  active_on                     date,
  active_days                   bigint      not null default 0,
  active_country                text
    constraint users_active_country_check check (active_country ~ '^[A-Z]{2}$'),
  totp_survives_claim           boolean     not null default false,
  client_written                text[]      not null default '{}',
  otp_off_by_server             boolean     not null default false,
  locale                        text,
  password_in_old_system        boolean     not null default false,
  password_state                text
    constraint users_password_state check (password_state in ('imported', 'weak')),
  recovery_key_sealed           text,
  recovery_code_digests         text[],
  recovery_codes_created_at     timestamptz,
  factor_reset_started_at       timestamptz,
  factor_reset_at               timestamptz,
  held_at                       timestamptz,
  second_factor_announced_for   timestamptz,
  constraint users_factor_reset check ((factor_reset_at is null) = (factor_reset_started_at is null)),
  constraint users_suspension_texts check (suspended_until is not null or (suspension_reason is null and suspension_private_details is null)),
  primary key (project_id, id)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column users.profile_image_url is 'An http(s) URL, or the path of the image below the API prefix: /images/<project>/<id>.';
comment on column users.sign_up_risk_bot is 'As a server has recorded it. The service computes no scores.';
comment on column users.suspended_until is 'Until then the user gets no session; infinity until a server lifts the suspension, null without one.';
comment on column users.suspension_reason is 'For the user.';
comment on column users.suspension_private_details is 'For servers and admins only.';
comment on column users.active_on is 'The day (UTC) that the figures counted last. Null: none, or that of last_active_at for a user from before the figures.';
comment on column users.active_days is 'The counted days around active_on: bit 31 is that day, bit 32 the day before, bit 30 the day after.';
comment on column users.active_country is 'The country of the latest activity whose country a trusted proxy has named.';
comment on column users.totp_survives_claim is 'The account was claimed or had no address when the secret was stored, or a server stored it.';
comment on column users.client_written is 'The fields of the profile whose present value a session or a provider wrote: display_name, client_metadata, profile_image_url.';
comment on column users.otp_off_by_server is 'A server turned sign-in by mailed codes off for this user.';
comment on column users.locale is 'A language tag (RFC 5646); null if nobody has chosen one.';
comment on column users.password_in_old_system is 'The user has a password in the old system of the project and none here. False from the first password on, and after a claim.';
comment on column users.password_state is 'imported: the password comes from another system. weak: and the rules for new passwords refused it at the latest sign-in. Null for others.';
comment on column users.recovery_key_sealed is 'The key of the digests, sealed for this user. Null without codes, as the other two columns are.';
comment on column users.recovery_code_digests is 'HMAC-SHA256 of each unused code. Empty after the last use.';
comment on column users.factor_reset_at is 'When the announced removal of the second factor takes effect; null without one.';
comment on column users.held_at is 'When a rule for sign-up put the user on the waiting list. Null: the user is not on it.';
comment on column users.second_factor_announced_for is 'The end of the time of grace that the latest mail about the required second factor named. Null: no mail was sent.';
-- Two indexes, so that a list with and without anonymous users reads one range of each. The last condition always holds: it keeps them from
-- statements that name no moment, which would read the whole project.
create index users_anonymous_sign_up on users (project_id, signed_up_at, id) where is_anonymous and signed_up_at is not null;
create index users_sign_up on users (project_id, signed_up_at, id) where not is_anonymous and signed_up_at is not null;
-- The users of filters that select few of many. Filters that usually select many users have no index.
create index users_suspended on users ((project_id || ' suspended'), signed_up_at, id) where suspended_until is not null;
create index users_with_second_factor on users ((project_id || ' second factor'), id) where totp_secret_sealed is not null;
-- Only the search compares the expression `project_id || ''`. With the column itself, PostgreSQL may choose any index that starts with
-- the project, and read the whole project. Without `fastupdate`, no search has to read a list of recent changes.
create index users_search on users using gin ((project_id || ''), search_text(display_name) gin_trgm_ops) with (fastupdate = off)
  where display_name is not null;
create index users_password_in_old_system on users (project_id) where password_in_old_system;
-- For the worker. Almost no user has an announced removal.
create index users_factor_reset on users (factor_reset_at, project_id, id) where factor_reset_at is not null;
create index users_waiting on users ((project_id || ' waiting'), signed_up_at, id) where held_at is not null;


-- ## Figures
-- Exact sums per project (decision 095): changes insert deltas, and the worker adds them up, so that no request updates a row that other requests
-- update too.

create table figures (
  project_id text   not null,
  figure     text   not null,
  key        text   not null,
  amount     bigint not null,
  primary key (project_id, figure, key)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000, fillfactor = 70);
comment on column figures.figure is 'users, anonymous_users, teams, sign_ups (key: day), active_users (key: day), moved_users (key: day), methods (key: method), countries (key: country).';

create table figure_deltas (
  project_id text   not null,
  figure     text   not null,
  key        text   not null,
  amount     bigint not null
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, autovacuum_analyze_threshold = 1000);
create index figure_deltas_by_figure on figure_deltas (project_id, figure);

-- What a user counts towards. The deletion of a user takes it back.
create function figures_of_user(
  signed_up_at timestamptz, is_anonymous boolean, password_hash text, otp_auth_enabled boolean, active_country text
) returns table (figure text, key text) language sql stable
begin atomic
  select given.figure, given.key from (values
    ('users', ''),
    ('anonymous_users', case when is_anonymous then '' end),
    ('sign_ups', to_char(signed_up_at at time zone 'UTC', 'YYYY-MM-DD')),
    ('methods', case when password_hash is not null then 'password' end),
    ('methods', case when otp_auth_enabled then 'otp' end),
    ('countries', active_country)
  ) given (figure, key) where given.key is not null;
end;

-- Functions find their tables in the schema in which they were created, whatever the path of the connection.
create function count_user() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'DELETE' then
    insert into figure_deltas (project_id, figure, key, amount)
    select old.project_id, figure, key, -1
    from figures_of_user(old.signed_up_at, old.is_anonymous, old.password_hash, old.otp_auth_enabled, old.active_country);
  elsif tg_op = 'INSERT' then
    insert into figure_deltas (project_id, figure, key, amount)
    select new.project_id, figure, key, 1
    from figures_of_user(new.signed_up_at, new.is_anonymous, new.password_hash, new.otp_auth_enabled, new.active_country)
    union all
    select new.project_id, 'active_users', to_char(new.active_on::timestamp, 'YYYY-MM-DD'), 1 where new.active_on is not null;
  else
    insert into figure_deltas (project_id, figure, key, amount)
    select new.project_id, f.figure, f.key, sum(f.amount) from (
      select figure, key, 1 as amount
      from figures_of_user(new.signed_up_at, new.is_anonymous, new.password_hash, new.otp_auth_enabled, new.active_country)
      union all
      select figure, key, -1
      from figures_of_user(old.signed_up_at, old.is_anonymous, old.password_hash, old.otp_auth_enabled, old.active_country)
      union all
      select 'active_users', to_char(new.active_on::timestamp, 'YYYY-MM-DD'), 1
      where new.active_on is distinct from old.active_on
    ) f
    group by f.figure, f.key having sum(f.amount) <> 0;
  end if;
  return null;
end $$;

-- Counts a row of another table. The arguments are the figure and its key.
create function count_row() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'DELETE' then
    insert into figure_deltas (project_id, figure, key, amount) values (old.project_id, tg_argv[0], tg_argv[1], -1);
  else
    insert into figure_deltas (project_id, figure, key, amount) values (new.project_id, tg_argv[0], tg_argv[1], 1);
  end if;
  return null;
end $$;

create function count_provider_account() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op = 'DELETE' then
    insert into figure_deltas (project_id, figure, key, amount) values (old.project_id, 'methods', old.provider_id, -1);
  else
    insert into figure_deltas (project_id, figure, key, amount) values (new.project_id, 'methods', new.provider_id, 1);
  end if;
  return null;
end $$;

create function count_move() returns trigger language plpgsql set search_path from current as $$
begin
  insert into figure_deltas (project_id, figure, key, amount)
  values (new.project_id, 'moved_users', to_char(new.moved_at at time zone 'UTC', 'YYYY-MM-DD'), 1);
  return null;
end $$;
create trigger users_figures after insert or delete on users for each row execute function count_user();
-- The conditions are checked without a call, so that other changes cost nothing.
create trigger users_figures_updated
  after update of signed_up_at, is_anonymous, password_hash, otp_auth_enabled, active_on, active_country on users for each row
  when (old.active_on is distinct from new.active_on or old.active_country is distinct from new.active_country
    or (old.password_hash is null) <> (new.password_hash is null) or old.otp_auth_enabled <> new.otp_auth_enabled
    or old.signed_up_at <> new.signed_up_at or old.is_anonymous <> new.is_anonymous)
  execute function count_user();


-- ## Addresses and sign-in methods
-- What a user proves a sign-in with.

create table contact_channels (
  project_id             text        not null,
  id                     uuid        not null,
  user_id                uuid        not null,
  type                   text        not null
    constraint contact_channels_type_check check (type in ('email')),
  value                  text        not null,
  is_primary             boolean     not null,
  is_verified            boolean     not null,
  is_claimed             boolean     not null,
  used_for_auth          boolean     not null,
  created_at             timestamptz not null,
  sign_up_session_id     uuid,
  sign_up_user_agent     text,
  sign_in_pending        boolean     not null default false,
  added_session_id       uuid,
  requires_session_proof boolean     not null default false,
  replaced_by_id         uuid,
  primary key (project_id, id),
  constraint contact_channels_once_per_user unique (project_id, user_id, type, value),
  constraint contact_channels_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column contact_channels.value is 'The canonical form of the address; see canonicalEmail in the contract.';
comment on column contact_channels.is_claimed is 'The user is known to be the owner of the mailbox. A verified address alone does not say so: its link may have been opened by somebody who never made the account.';
comment on column contact_channels.used_for_auth is 'The address identifies its user. On the wire, used_for_auth is also true while sign_in_pending.';
comment on column contact_channels.sign_up_session_id is 'The session that signed up with this address; null for an address that was added later or by a server, and for sign-ups before this column. No foreign key: an ended session cannot come back.';
comment on column contact_channels.sign_up_user_agent is 'The browser that signed up, in its own words, for the owner of the mailbox to recognise.';
comment on column contact_channels.sign_in_pending is 'A client asked to use the address for sign-in, and the user has not proved it yet.';
comment on column contact_channels.added_session_id is 'The session that added the address or set its value; null for the address of a sign-up and for one that a server set. No foreign key: an ended session cannot come back.';
comment on column contact_channels.requires_session_proof is 'Until the address is claimed, only a session of its user proves it; mailed codes, resets and providers do not open the account.';
comment on column contact_channels.replaced_by_id is 'The channel that has replaced this address and is not proved yet. No foreign key: if it is gone, the address is no longer replaced.';
create unique index contact_channels_sign_in_address on contact_channels (project_id, type, value) where used_for_auth;
create unique index contact_channels_one_primary on contact_channels (project_id, user_id) where is_primary;
create index contact_channels_by_value on contact_channels (value, project_id);
create index contact_channels_search on contact_channels using gin ((project_id || ''), search_text(value) gin_trgm_ops) with (fastupdate = off);

-- Owners see which addresses of users do not exist. A bounce blocks no mails, or an attacker could lock users out.
create table contact_channel_bounces (
  project_id text        not null,
  channel_id uuid        not null,
  bounced_at timestamptz not null,
  reason     text        not null,
  primary key (channel_id, project_id),
  constraint contact_channel_bounces_channel foreign key (project_id, channel_id) references contact_channels (project_id, id) on delete cascade
);
comment on table contact_channel_bounces is 'The mailboxes that a mail server has refused permanently, until a mail to them is accepted or they are proved.';
comment on column contact_channel_bounces.reason is 'The reply of that server, without addresses, links and codes.';

-- An account at a sign-in provider. Provider and account id are the identity; the address is only shown.
create table oauth_accounts (
  project_id              text        not null,
  provider_id             text        not null,
  account_id              text        not null,
  user_id                 uuid        not null,
  email                   text,
  access_token_sealed     text,
  access_token_scopes     jsonb       not null default '[]',
  access_token_expires_at timestamptz,
  refresh_token_sealed    text,
  refresh_token_scopes    jsonb       not null default '[]',
  refreshing_until        timestamptz,
  created_at              timestamptz not null,
  authority               text        not null,
  vouched_domain          text,
  constraint oauth_accounts_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column oauth_accounts.refreshing_until is 'Until then one node is at the provider with the refresh token; the others wait for what it gets.';
comment on column oauth_accounts.authority is 'Who assigned account_id: "google" for the provider itself, "google@…" for an override of issuer or endpoints.';
comment on column oauth_accounts.vouched_domain is 'The domain by which a connection of a team vouched for the address when the account joined the user. Null: the account depends on none.';
alter table oauth_accounts add constraint oauth_accounts_one_per_provider unique (user_id, provider_id, project_id);
alter table oauth_accounts add primary key (account_id, provider_id, authority, project_id);
create index oauth_accounts_by_provider on oauth_accounts ((project_id || ' ' || provider_id), user_id);

create table user_passkeys (
  project_id    text        not null,
  user_id       uuid        not null,
  credential_id bytea       not null
    constraint passkeys_credential_id_check check (octet_length(credential_id) <= 1023),
  public_key    bytea       not null,
  counter       bigint      not null,
  device_type   text        not null
    constraint passkeys_device_type_check check (device_type in ('single_device', 'multi_device')),
  is_backed_up  boolean     not null,
  has_verified  boolean     not null,
  transports    jsonb       not null default '[]',
  rp_id         text        not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz not null,
  name          text        not null default 'Passkey'
    constraint user_passkeys_name_check check (char_length(name) between 1 and 64),
  constraint passkeys_once primary key (credential_id, project_id),
  constraint passkeys_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column user_passkeys.public_key is 'COSE key (RFC 9052) as the authenticator gave it.';
comment on column user_passkeys.has_verified is 'The authenticator verified its user when the passkey was made. Whoever steals one that did not could set it up to do so.';
comment on column user_passkeys.last_used_at is 'Equal to created_at until the passkey signs the user in.';
comment on column user_passkeys.name is 'Chosen by the user.';
create index user_passkeys_by_user on user_passkeys (user_id, project_id);
create index user_passkeys_by_project on user_passkeys ((project_id || ''), user_id);
create trigger oauth_accounts_figures after insert or delete on oauth_accounts for each row execute function count_provider_account();
create trigger user_passkeys_figures after insert or delete on user_passkeys for each row execute function count_row('methods', 'passkey');


-- ## Activity and devices
-- When users were active, and the devices that they have signed in on.

-- The last activity of each user in an order. An index on `users` would make every sign-in and refresh change all indexes of that
-- table, among them a trigram index; this table has two small ones (decision 027). Triggers keep it equal to `users`.
create table user_activity (
  project_id     text        not null,
  user_id        uuid        not null,
  is_anonymous   boolean     not null,
  last_active_at timestamptz not null,
  constraint user_activity_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000, fillfactor = 90);
comment on table user_activity is 'Written by the triggers of users only.';
comment on column user_activity.last_active_at is '1970-01-01 for a user who has never been active.';
-- No other query compares these expressions (platform/db/README.md, "Plans" 10).
create index user_activity_of_full on user_activity ((project_id || ' full'), last_active_at, user_id)
  where not is_anonymous;
create index user_activity_of_anonymous on user_activity ((project_id || ' anonymous'), last_active_at, user_id)
  where is_anonymous;
alter table user_activity add primary key (user_id, project_id);

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

-- A mail tells users of a sign-in on a device that they have not signed in on before, so the service keeps their devices.
create table known_devices (
  project_id   text        not null,
  user_id      uuid        not null,
  device       text        not null,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  is_forgotten boolean     not null default false,
  primary key (user_id, project_id, device),
  constraint known_devices_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
comment on column known_devices.device is 'Browser, system and country, as far as they are known.';
comment on column known_devices.is_forgotten is 'Whether the next sign-in counts as one on a new device, because the user has reset the password since.';

create function record_user_activity() returns trigger language plpgsql set search_path from current as $$
begin
  insert into user_activity (project_id, user_id, is_anonymous, last_active_at)
  values (new.project_id, new.id, new.is_anonymous,
    case when new.active_on is null and new.active_days = 0 then 'epoch' else new.last_active_at end)
  on conflict (user_id, project_id) do update
  set is_anonymous = excluded.is_anonymous, last_active_at = excluded.last_active_at;
  return null;
end $$;
create trigger users_activity_of_new after insert on users
  for each row execute function record_user_activity();
-- The first activity can have the moment of the sign-up.
create trigger users_activity_changed after update of is_anonymous, last_active_at, active_on on users
  for each row when ((old.is_anonymous, old.last_active_at, old.active_on) is distinct from (new.is_anonymous, new.last_active_at, new.active_on))
  execute function record_user_activity();


-- ## Owners and staff of projects
-- Users of `internal` who own the other projects.

create sequence project_owners_position_seq;
create table project_owners (
  project_id       text        not null default 'internal'
    constraint project_owners_project_check check (project_id = 'internal'),
  user_id          uuid        not null,
  owned_project_id text        not null references projects (id) on delete cascade,
  position         bigint      not null default nextval('project_owners_position_seq'),
  created_at       timestamptz,
  role             text        not null default 'owner'
    constraint project_owners_role_check check (role in ('owner', 'admin', 'developer', 'support', 'viewer')),
  primary key (user_id, owned_project_id, project_id),
  constraint project_owners_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
comment on column project_owners.project_id is 'The project of the user. Only users of "internal" own projects.';
comment on column project_owners.position is 'Projects of a user are listed in this order: the order in which the user acquired them.';
comment on column project_owners.created_at is 'Null for owners from before this column.';
alter sequence project_owners_position_seq owned by project_owners.position;
create index project_owners_by_project on project_owners (owned_project_id, user_id);

create table project_owner_invitations (
  project_id       text        not null default 'internal'
    constraint project_owner_invitations_project_check check (project_id = 'internal'),
  id               uuid        not null,
  owned_project_id text        not null references projects (id) on delete cascade,
  recipient_email  text,
  inviter_user_id  uuid,
  is_transfer      boolean     not null,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  accepted_at      timestamptz,
  role             text        not null default 'owner'
    constraint project_owner_invitations_role_check check (role in ('owner', 'admin', 'developer', 'support', 'viewer')),
  constraint project_owner_invitations_recipient_check check ((recipient_email is null) = (accepted_at is not null)),
  constraint project_owner_invitations_transfer_check check (not is_transfer or role = 'owner'),
  primary key (id, project_id),
  constraint project_owner_invitations_inviter foreign key (project_id, inviter_user_id) references users (project_id, id) on delete cascade
);
comment on column project_owner_invitations.project_id is 'The project of inviter and recipient. Only users of "internal" own projects.';
comment on column project_owner_invitations.recipient_email is 'Canonical; null after the acceptance.';
comment on column project_owner_invitations.inviter_user_id is 'The member of the staff who must still be an owner at the acceptance; null for the key of the project.';
create index project_owner_invitations_of_project on project_owner_invitations (owned_project_id);
create index project_owner_invitations_of_inviter on project_owner_invitations (inviter_user_id, project_id)
  where inviter_user_id is not null;
create index project_owner_invitations_by_expiry on project_owner_invitations (expires_at);
create index project_owner_invitations_of_recipient on project_owner_invitations (recipient_email)
  where recipient_email is not null;

-- The set-up of the first admin closes for good, also if the last owner is gone.
create table first_admin_setup (
  is_only_row boolean not null default true
    constraint first_admin_setup_is_only_row_check check (is_only_row),
  is_open     boolean not null,
  opening     integer not null,
  primary key (is_only_row)
);
comment on column first_admin_setup.opening is 'Counts the closings. The secret of the link depends on it, so that an old link stays closed.';


-- ## Sessions
-- One row per sign-in (decision 003).

-- A session is one sign-in. Its refresh token is kept as hashes only: the family names the session, the tail changes
-- with each rotation, and a tail that is neither current nor just replaced proves that a copy is in use.
create table sessions (
  project_id              text        not null,
  id                      uuid        not null,
  user_id                 uuid        not null,
  family_hash             bytea       not null,
  token_hash              bytea       not null,
  previous_hash           bytea,
  rotated_at              timestamptz,
  rotated_before          timestamptz,
  is_impersonation        boolean     not null default false,
  created_at              timestamptz not null,
  last_used_at            timestamptz not null,
  expires_at              timestamptz not null,
  end_user                jsonb,
  authenticated_at        timestamptz not null,
  is_server_made          boolean     not null default false,
  is_successor_used       boolean     not null default false,
  factor_proof            text
    constraint sessions_factor_proof_check check (factor_proof in ('proved', 'exempt')),
  impersonator_project_id text,
  impersonator_id         uuid,
  impersonation           jsonb,
  constraint sessions_impersonation_check check (num_nulls(impersonator_project_id, impersonator_id, impersonation) in (0, 3)
    and (impersonator_id is null or is_impersonation)),
  primary key (project_id, id),
  constraint sessions_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade,
  constraint sessions_impersonator foreign key (impersonator_id, project_id, impersonator_project_id)
    references project_owners (user_id, owned_project_id, project_id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column sessions.rotated_before is 'When the rotation before the last one was: every token older than the previous one was replaced by then.';
comment on column sessions.end_user is 'Address, device and place of the last use, as far as they are known.';
comment on column sessions.is_server_made is 'A server or an admin made it on behalf of the user. With is_impersonation it is the kind by which sessions are counted.';
comment on column sessions.is_successor_used is 'Whether the current token was used without being replaced. Its replacement makes the previous token an older one.';
comment on column sessions.factor_proof is 'Why the session needs no further proof of a second factor. Null for one without a proof, and for those from before this column.';
comment on column sessions.impersonation is 'The name and the address of the impersonator at the start, and the reason. Null for the session of a user, and for one that a server made.';
create unique index sessions_family on sessions (family_hash, project_id);
create index sessions_expires_at on sessions (expires_at);
create index sessions_by_user on sessions (user_id, project_id, created_at desc);
-- Few sessions have an impersonator, who is looked up first.
create index sessions_by_impersonator on sessions (impersonator_id, project_id) where impersonator_id is not null;


-- ## Codes and flows
-- Rows that live for minutes: what a person or an app brings back to complete a step.

-- One table for every code we send or hand out; a code is worth nothing for another kind, project, user or address.
create table verification_codes (
  project_id text        not null references projects (id) on delete cascade,
  kind       text        not null
    constraint verification_codes_kind_check check (kind in ('contact_channel_verification', 'password_reset', 'sign_in', 'mfa_attempt',
      'passkey_registration', 'passkey_authentication', 'oauth_flow', 'team_invitation', 'owner_invitation', 'project_transfer', 'factor_reset',
      'impersonation_link', 'user_invitation', 'session_disown')),
  code_hash  bytea       not null,
  nonce_hash bytea       not null,
  user_id    uuid,
  target     jsonb       not null,
  attempts   integer     not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  address    text,
  primary key (code_hash, kind, project_id),
  constraint verification_codes_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column verification_codes.code_hash is 'SHA-256 of the code; the code itself is only ever in the mail.';
comment on column verification_codes.nonce_hash is 'SHA-256 of all but the part a person types; tries are counted for it.';
comment on column verification_codes.address is 'The canonical address a code without a user is for.';
create index verification_codes_nonce on verification_codes (nonce_hash, kind, project_id);
create index verification_codes_by_user on verification_codes (user_id, kind, project_id) where user_id is not null;
-- Not for finding codes: for the project that is deleted, whose rows here go with it.
create index verification_codes_by_project on verification_codes (project_id);
create index verification_codes_expires_at on verification_codes (expires_at);
-- Read for several kinds at once, so the address must come before the kind.
create index verification_codes_by_address on verification_codes (address, kind, project_id) where address is not null;

-- A sign-in under way at a provider, found by the state we gave it; what the app and the browser asked for stays here.
create table oauth_transactions (
  project_id   text        not null references projects (id) on delete cascade,
  state_hash   bytea       not null,
  provider_id  text        not null,
  needs_cookie boolean     not null,
  sealed       text        not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  used_at      timestamptz,
  primary key (state_hash)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column oauth_transactions.needs_cookie is 'Comes back only with the cookie of the browser it was started in.';
comment on column oauth_transactions.sealed is 'Request of the app, PKCE verifier and nonce for the provider; sealed, because the verifier is a secret.';
create index oauth_transactions_expires_at on oauth_transactions (expires_at);
create index oauth_transactions_by_project on oauth_transactions (project_id);

-- Our authorization codes (RFC 6749 section 4.1.2): used once, within a minute, by the app that asked.
create table oauth_codes (
  project_id                  text        not null,
  code_hash                   bytea       not null,
  user_id                     uuid        not null,
  redirect_uri                text        not null,
  code_challenge              text        not null,
  is_new_user                 boolean     not null,
  after_callback_redirect_url text,
  pending_sealed              text,
  created_at                  timestamptz not null,
  expires_at                  timestamptz not null,
  used_at                     timestamptz,
  session_id                  uuid,
  removed_sign_in_methods     jsonb,
  provider_id                 text,
  is_invited                  boolean     not null default false,
  primary key (code_hash, project_id),
  constraint oauth_codes_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column oauth_codes.pending_sealed is 'What the user of the code gets with it: an account that only the app which began the flow, proved by its verifier, may connect.';
comment on column oauth_codes.session_id is 'What the code was exchanged for: a second use ends that session.';
comment on column oauth_codes.provider_id is 'Null for a code from before this column.';
comment on column oauth_codes.is_invited is 'The project had invited the address of the new user, who has used the invitation up.';
create index oauth_codes_by_user on oauth_codes (user_id, project_id);
create index oauth_codes_expires_at on oauth_codes (expires_at);

-- A login from a terminal: one secret polls, another one confirms.
create table cli_logins (
  project_id   text        not null references projects (id) on delete cascade,
  polling_hash bytea       not null,
  login_hash   bytea       not null,
  requester    jsonb       not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  answered_at  timestamptz,
  session_id   uuid,
  used_at      timestamptz,
  primary key (polling_hash, project_id),
  constraint cli_logins_login unique (login_hash, project_id)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column cli_logins.requester is 'Address and program of who asked, for the page that confirms.';
comment on column cli_logins.session_id is 'The session that confirmed; null although answered means refused. Once that session has ended, the login is refused as well. The terminal gets a session of its own when it asks.';
create index cli_logins_by_project on cli_logins (project_id);
create index cli_logins_expires_at on cli_logins (expires_at);

-- The solution of a puzzle is valid once, so the service keeps the digest of a used one until the puzzle expires.
create table used_bot_challenges (
  project_id text        not null references projects (id) on delete cascade,
  digest     bytea       not null,
  expires_at timestamptz not null,
  primary key (project_id, digest)
);
create index used_bot_challenges_expiring on used_bot_challenges (expires_at);

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

-- Invitations to sign up, to people without a team. One per address: a new one replaces the one before.
create table user_invitations (
  project_id      text        not null references projects (id) on delete cascade,
  id              uuid        not null,
  recipient_email text        not null,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  primary key (project_id, created_at, id),
  constraint user_invitations_address unique (recipient_email, project_id)
);
comment on table user_invitations is 'Open invitations. An acceptance and a revocation delete the row.';
comment on column user_invitations.recipient_email is 'Canonical.';
create index user_invitations_by_expiry on user_invitations (expires_at);
create unique index user_invitations_by_id on user_invitations (id, project_id);


-- ## Teams and permissions
-- Teams with their members, invitations and connections, and the permissions of teams and of the project (decision 022).

create table teams (
  project_id                   text        not null references projects (id) on delete cascade,
  id                           uuid        not null,
  display_name                 text        not null,
  profile_image_url            text,
  client_metadata              jsonb,
  client_read_only_metadata    jsonb,
  server_metadata              jsonb,
  created_at                   timestamptz not null,
  creator_user_id              uuid,
  client_written               text[]      not null default '{}',
  second_factor_required_since timestamptz,
  primary key (project_id, id)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column teams.profile_image_url is 'An http(s) URL, or the path of the image below the API prefix: /images/<project>/<id>.';
comment on column teams.creator_user_id is 'The user who created the team with client access. Not a reference: deleting the user must lock no teams.';
comment on column teams.client_written is 'The fields whose present value a session wrote: display_name, client_metadata, profile_image_url.';
comment on column teams.second_factor_required_since is 'When the team began to require a second factor of its members. Null: it requires none.';
-- The condition keeps lookups by id, which do not name the moment, away from an index that starts with the project.
create index teams_in_order on teams (project_id, created_at, id) where created_at is not null;
create index teams_creator on teams (creator_user_id, project_id) where creator_user_id is not null;
create index teams_search on teams using gin ((project_id || ''), search_text(display_name) gin_trgm_ops) with (fastupdate = off);

create table team_members (
  project_id                   text        not null,
  team_id                      uuid        not null,
  user_id                      uuid        not null,
  display_name                 text,
  profile_image_url            text,
  is_selected                  boolean     not null default false,
  created_at                   timestamptz not null,
  user_signed_up_at            timestamptz not null,
  joined_itself                boolean     not null default false,
  invited_by_user_id           uuid,
  invited_email_hash           bytea,
  second_factor_required_since timestamptz,
  constraint team_members_team foreign key (project_id, team_id) references teams (project_id, id) on delete cascade,
  constraint team_members_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column team_members.display_name is 'The name of the user in this team; null for the name of the user.';
comment on column team_members.is_selected is 'The team that the user works in at the moment: at most one per user.';
comment on column team_members.user_signed_up_at is 'The sign-up of the user, which never changes. The list of the users of a team has this order.';
comment on column team_members.joined_itself is 'A session of the user created the team.';
comment on column team_members.invited_by_user_id is 'The member whose invitation the user accepted. No foreign key: a deleted inviter is as good as none.';
comment on column team_members.invited_email_hash is 'SHA-256 of the address whose invitation the user accepted. An accepted invitation does not keep the address.';
comment on column team_members.second_factor_required_since is 'A copy of the column of the team.';
-- Without the project, so that no lookup by user takes it.
create index team_members_of_team on team_members (team_id);
-- The lists of the members of a team, of its users, and of all memberships of the project. The conditions keep every query
-- that does not name the moment away from these indexes, which also contain the columns of lookups.
create index team_members_by_creation on team_members (team_id, created_at, user_id, project_id)
  where created_at is not null;
create index team_members_by_sign_up on team_members (team_id, user_signed_up_at, user_id, project_id)
  where user_signed_up_at is not null;
create index team_members_in_order on team_members (project_id, created_at, team_id, user_id)
  where created_at is not null;
alter table team_members add primary key (user_id, team_id, project_id);
create unique index team_members_selected on team_members (user_id, project_id) where is_selected;
create index team_members_with_second_factor on team_members (user_id, project_id) where second_factor_required_since is not null;

create table permission_definitions (
  project_id     text   not null references projects (id) on delete cascade,
  -- Grants and containment refer to the key, so that a rename changes one row.
  key            text   not null
    constraint permission_definitions_key_check check (key !~ '^\$'),
  id             text   not null
    constraint permission_definitions_id_check check (id ~ '^[a-z0-9_:]{1,128}$'),
  scope          text   not null
    constraint permission_definitions_scope_check check (scope in ('team', 'project')),
  description    text,
  contained_keys text[] not null default '{}',
  primary key (project_id, key),
  -- The project is not the first column: until the next "analyze", the planner expects no rows in a new project, and would look
  -- keys up with this index too, by reading all definitions of the project for each key.
  constraint permission_definitions_once unique (id, project_id)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column permission_definitions.key is 'A random id. The key of a system permission is its id, which starts with $.';
comment on column permission_definitions.contained_keys is 'Keys of definitions of the same scope and of system permissions.';

create table team_permissions (
  project_id     text not null,
  team_id        uuid not null,
  user_id        uuid not null,
  permission_key text not null,
  primary key (user_id, team_id, permission_key, project_id),
  constraint team_permissions_member foreign key (user_id, team_id, project_id)
    references team_members (user_id, team_id, project_id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
create index team_permissions_by_key on team_permissions (permission_key, project_id) where permission_key !~ '^\$';

create table project_permissions (
  project_id     text not null,
  user_id        uuid not null,
  permission_key text not null,
  primary key (user_id, permission_key, project_id),
  constraint project_permissions_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
-- No grant in a project is of a system permission. The condition keeps other queries from this index.
create index project_permissions_by_key on project_permissions (permission_key, project_id) where permission_key !~ '^\$';

create table team_invitations (
  project_id      text        not null,
  id              uuid        not null,
  team_id         uuid        not null,
  recipient_email text,
  inviter_user_id uuid,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  accepted_at     timestamptz,
  signed_up_at    timestamptz,
  constraint team_invitations_recipient_check check ((recipient_email is null) = (accepted_at is not null)),
  primary key (id, project_id),
  constraint team_invitations_team foreign key (project_id, team_id) references teams (project_id, id) on delete cascade,
  constraint team_invitations_inviter foreign key (project_id, inviter_user_id) references users (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column team_invitations.recipient_email is 'Canonical; null after the acceptance.';
comment on column team_invitations.inviter_user_id is 'The member whose permission to invite is checked again on acceptance; null for a server.';
comment on column team_invitations.signed_up_at is 'The sign-up that had its address verified by the code. The code allows one.';
create unique index team_invitations_open on team_invitations (recipient_email, team_id, project_id, inviter_user_id)
  nulls not distinct where accepted_at is null;
create index team_invitations_of_team on team_invitations (team_id, project_id);
create index team_invitations_of_inviter on team_invitations (inviter_user_id, project_id) where inviter_user_id is not null;
create index team_invitations_by_expiry on team_invitations (expires_at);
create index team_invitations_of_members on team_invitations (project_id, id)
  where inviter_user_id is not null and recipient_email is not null and created_at is not null;

-- A team can have a connection to an OpenID Connect issuer of its own.
create table team_connections (
  project_id            text        not null,
  id                    uuid        not null,
  team_id               uuid        not null,
  display_name          text        not null,
  icon_url              text,
  issuer_url            text        not null,
  client_id             text        not null,
  scopes                text[]      not null,
  authentication_method text        not null
    constraint team_connections_authentication_method check (authentication_method in ('client_secret_basic', 'client_secret_post',
      'private_key_jwt')),
  audience              text
    constraint team_connections_audience check (audience in ('issuer', 'token_endpoint')),
  secret_sealed         text        not null,
  public_jwk            jsonb,
  created_at            timestamptz not null,
  primary key (id, project_id),
  constraint team_connections_team foreign key (project_id, team_id) references teams (project_id, id) on delete cascade
);
comment on column team_connections.scopes is 'Without openid, which every request has.';
comment on column team_connections.secret_sealed is 'The client secret, or the private key as PEM.';
create index team_connections_by_team on team_connections (team_id, project_id);

-- A connection claims domains. A DNS record proves a claim, and one connection of the project has a domain at a time.
create table connection_domains (
  project_id    text        not null,
  connection_id uuid        not null,
  domain        text        not null,
  claimed_at    timestamptz not null,
  proved_at     timestamptz,
  checked_at    timestamptz,
  missing_since timestamptz,
  primary key (connection_id, domain, project_id),
  constraint connection_domains_connection foreign key (connection_id, project_id) references team_connections (id, project_id) on delete cascade
);
comment on column connection_domains.domain is 'In lower case and ASCII.';
comment on column connection_domains.proved_at is 'Null: not proved, or the record was lost.';
comment on column connection_domains.checked_at is 'When the record was last looked for.';
comment on column connection_domains.missing_since is 'When checks began to miss the record of a proved domain. Null: the last answer had it.';
create unique index connection_domains_proved on connection_domains (domain, project_id) where proved_at is not null;
create index connection_domains_checked on connection_domains (checked_at)
  where checked_at is not null and proved_at is not null;
create index connection_domains_proved_of_project on connection_domains (project_id) where proved_at >= '-infinity';
create trigger teams_figures after insert or delete on teams for each row execute function count_row('teams', '');


-- ## API keys and images
-- They belong to users and to teams.

-- API keys of users and teams, which the backends of host apps check.
create table api_keys (
  project_id           text        not null,
  id                   uuid        not null,
  hash                 bytea       not null
    constraint api_keys_hash_check check (octet_length(hash) = 32),
  last_four            text        not null,
  description          text        not null,
  is_public            boolean     not null,
  user_id              uuid,
  team_id              uuid,
  created_by_user_id   uuid,
  created_from_address text,
  created_from_country text,
  created_at           timestamptz not null,
  expires_at           timestamptz,
  revoked_at           timestamptz,
  last_used_at         timestamptz,
  constraint api_keys_owner_check check (num_nonnulls(user_id, team_id) = 1),
  primary key (id, project_id),
  constraint api_keys_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade,
  constraint api_keys_team foreign key (project_id, team_id) references teams (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000, fillfactor = 90);
comment on column api_keys.hash is 'SHA-256 of the whole key, which contains the id. A check finds the row by the id.';
comment on column api_keys.created_by_user_id is 'The member who created a key of a team; the owner of a key of a user; null for a server and after the deletion of the member.';
comment on column api_keys.last_used_at is 'To the minute.';
create index api_keys_of_user on api_keys (user_id, project_id) where user_id is not null;
create index api_keys_of_team on api_keys (team_id, project_id) where team_id is not null;
-- For the deletion of a user who created keys of teams.
create index api_keys_by_creator on api_keys (created_by_user_id, project_id)
  where created_by_user_id is not null and user_id is null;

-- Uploaded images have a table of their own, because every call reads the row of a user (decision 020).
create table images (
  project_id     text  not null,
  id             text  not null
    constraint images_id_check check (id ~ '^[A-Za-z0-9_-]{43}$'),
  user_id        uuid,
  content_type   text  not null
    constraint images_content_type_check check (content_type in ('image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/webp')),
  bytes          bytea not null
    constraint images_bytes_check check (octet_length(bytes) <= 750000),
  team_id        uuid,
  member_team_id uuid,
  member_user_id uuid,
  logo           text
    constraint images_logo_check check (logo in ('logo_url', 'logo_full_url', 'logo_dark_mode_url', 'logo_full_dark_mode_url')),
  constraint images_owner_check check (num_nonnulls(user_id, team_id, member_user_id, logo) = 1 and num_nonnulls(member_user_id,
    member_team_id) in (0, 2)),
  primary key (project_id, id),
  -- One image per user, so that concurrent uploads leave no other row. The user first (decision 012).
  constraint images_one_per_user unique (user_id, project_id),
  constraint images_one_per_team unique (team_id, project_id),
  constraint images_one_per_member unique (member_user_id, member_team_id, project_id),
  constraint images_one_per_logo unique (logo, project_id),
  constraint images_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade,
  constraint images_team foreign key (project_id, team_id) references teams (project_id, id) on delete cascade,
  constraint images_member foreign key (member_user_id, member_team_id, project_id)
    references team_members (user_id, team_id, project_id) on delete cascade
);
comment on column images.id is 'Part of the public URL and the only protection of the image: a keyed digest, or a digest of random bytes for images that this migration moved.';


-- ## Mails
-- The row of a mail is the job that sends it (decision 004).

-- A server mails many users in one call. What it has written is stored once, and the mails are counted together.
create table written_emails (
  project_id text        not null references projects (id) on delete cascade,
  id         uuid        not null,
  content    json        not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
comment on column written_emails.content is 'Subject, content and values of the placeholders. json, not jsonb, because the blocks stay as they were given.';
create index written_emails_by_age on written_emails (created_at);

-- A mail is written with the change that causes it and delivered later. The row is also the record of what was sent.
create table emails (
  project_id      text        not null references projects (id) on delete cascade,
  id              uuid        not null,
  template        text        not null,
  recipient       text        not null,
  payload         jsonb       not null,
  state           text        not null default 'queued'
    constraint emails_state_check check (state in ('queued', 'sent', 'failed')),
  attempts        integer     not null default 0,
  next_attempt_at timestamptz not null,
  subject         text,
  error           jsonb,
  created_at      timestamptz not null,
  sent_at         timestamptz,
  user_id         uuid,
  retried_after   integer     not null default 0,
  locale          text,
  sender          jsonb,
  written_id      uuid,
  failures        jsonb,
  primary key (project_id, id),
  constraint emails_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade,
  constraint emails_written foreign key (project_id, written_id) references written_emails (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column emails.payload is 'What the template needs. Codes are made when the mail is sent, so none is ever stored here.';
comment on column emails.next_attempt_at is 'While a worker delivers the mail this is the end of its lease.';
comment on column emails.user_id is 'The user whom the mail is about. Null for a mail to an address that may have no account, such as one with a sign-in code.';
comment on column emails.retried_after is 'The number of attempts before an admin queued the mail again.';
comment on column emails.locale is 'The language that the browser of the causing request prefers; null if no browser caused the mail.';
comment on column emails.sender is 'The server of the last attempt, without its password. Null before the first attempt, and for mails from before the service recorded it.';
comment on column emails.written_id is 'What the mail says, if a server of the project has written it.';
comment on column emails.failures is 'The last attempts that failed, oldest first; null without one, and for attempts from before the service recorded them.';
-- The second condition always holds. It keeps the index from statements about one mail, which name no moment: while there
-- are no statistics PostgreSQL would take it for as good as the key, and read the whole queue.
create index emails_due on emails (next_attempt_at) where state = 'queued' and next_attempt_at is not null;
create index emails_by_user on emails (user_id, project_id) where user_id is not null;
-- The first key keeps the index from every other query.
create index emails_listed on emails ((project_id || ''), created_at, id);
create index emails_closed on emails (created_at) where state <> 'queued';
create index emails_waiting on emails (recipient, project_id, created_at, id) where state = 'queued' and error is null;
create index emails_by_recipient on emails (recipient, project_id, created_at, id);
create index emails_failed on emails ((project_id || ' failed'), created_at, id) where state = 'failed' and created_at > '-infinity';
create index emails_by_written on emails (written_id, project_id) where written_id is not null;

-- Owners see a mail as it was rendered. Codes and links are hidden before it is stored.
create table email_contents (
  project_id text  not null,
  email_id   uuid  not null,
  content    bytea not null,
  primary key (email_id, project_id),
  constraint email_contents_email foreign key (project_id, email_id) references emails (project_id, id) on delete cascade
);
comment on column email_contents.content is 'Both parts of the last attempt, compressed by the service (content-archive.ts). A mail that is too large has no row.';

-- The templates of mails that owners have changed.
create table email_templates (
  project_id text        not null references projects (id) on delete cascade,
  type       text        not null,
  locale     text        not null,
  subject    text        not null,
  content    json        not null,
  failed     text,
  changed_at timestamptz not null,
  failed_at  timestamptz,
  primary key (project_id, type, locale)
);
comment on column email_templates.content is 'json, not jsonb, because owners get the blocks in their order.';
comment on column email_templates.failed is 'Why it cannot be rendered, since a mail with it was sent; null for a template without a known problem.';
comment on column email_templates.failed_at is 'When the first mail with it failed; null without a failure, and for a failure from before the service recorded its time.';

-- What owners have made of the templates of mails, to look at and to restore, and so that two owners do not overwrite each other.
create table email_template_versions (
  project_id text        not null references projects (id) on delete cascade,
  type       text        not null,
  locale     text        not null,
  version    integer     not null,
  subject    text,
  content    json,
  actor_type text        not null,
  actor_id   uuid,
  created_at timestamptz not null,
  constraint email_template_versions_content_check check ((subject is null) = (content is null)),
  primary key (project_id, type, locale, version)
);
comment on column email_template_versions.subject is 'Null for a return to the template of the service.';
comment on column email_template_versions.actor_id is 'The owner, a user of "internal"; null for a key.';

-- The worker sends the owners of a project one digest of failed mails per day, whatever the number of nodes.
create table failed_emails_digests (
  project_id text not null references projects (id) on delete cascade,
  day        date not null,
  primary key (project_id)
);
comment on column failed_emails_digests.day is 'The newest day (UTC) whose failed mails a node has put into a digest.';

create sequence dev_inbox_id_seq;
-- Development mode keeps what it would have sent, so that /dev/inbox can show it.
create table dev_inbox (
  id          bigint      not null default nextval('dev_inbox_id_seq'),
  project_id  text        not null references projects (id) on delete cascade,
  email_id    uuid        not null,
  recipient   text        not null,
  sender      text        not null,
  subject     text        not null,
  html        text        not null,
  text        text        not null,
  received_at timestamptz not null,
  primary key (id),
  constraint dev_inbox_once unique (project_id, email_id)
);
alter sequence dev_inbox_id_seq owned by dev_inbox.id;


-- ## Webhooks
-- An event is a message, and each endpoint that wants it has a delivery (decision 062).

-- A product learns of changes: each event is stored in the transaction that causes it, and delivered from there.
create table webhook_endpoints (
  project_id         text        not null references projects (id) on delete cascade,
  id                 uuid        not null,
  url                text        not null,
  description        text        not null,
  event_types        text[],
  header_names       text[]      not null,
  headers_sealed     text,
  rate_limit         integer,
  secret_sealed      text        not null,
  old_secret_sealed  text,
  old_secret_ends_at timestamptz,
  disabled_reason    text
    constraint webhook_endpoints_disabled_reason_check check ((disabled_reason = ANY (ARRAY['requested', 'gone', 'failing']))),
  disabled_at        timestamptz,
  failing_since      timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  deleted_at         timestamptz,
  constraint webhook_endpoints_check check (((disabled_reason IS NULL) = (disabled_at IS NULL))),
  primary key (project_id, id)
);
comment on column webhook_endpoints.event_types is 'Null: the standard events.';
comment on column webhook_endpoints.headers_sealed is 'A JSON object of all headers; null without one.';
comment on column webhook_endpoints.failing_since is 'The first failed attempt after the last success.';
comment on column webhook_endpoints.deleted_at is 'The endpoint is gone for its owners. Its deliveries are removed in the background.';
create index webhook_endpoints_deleted on webhook_endpoints (deleted_at) where deleted_at is not null;

create table webhook_messages (
  project_id   text        not null references projects (id) on delete cascade,
  id           uuid        not null,
  type         text        not null,
  endpoint_ids uuid[]      not null,
  user_id      uuid,
  snapshot_of  text
    constraint webhook_messages_snapshot_of_check check ((snapshot_of = ANY (ARRAY['user', 'team']))),
  snapshot_id  uuid,
  source       json,
  body         text,
  created_at   timestamptz not null,
  primary key (project_id, id)
);
comment on column webhook_messages.endpoint_ids is 'The endpoints that got the event, disabled ones included, and the listeners.';
comment on column webhook_messages.user_id is 'The user whom the payload is about. It is erased with the user.';
comment on column webhook_messages.snapshot_of is 'The payload is this record, as it is at the end of the transaction. Null: the payload is in source.';
comment on column webhook_messages.source is 'The data of the event, or the row of the record. The worker makes the body of it, once. json, not jsonb, because the order of the members stays.';
create index webhook_messages_by_user on webhook_messages (user_id, project_id) where user_id is not null;
create index webhook_messages_by_age on webhook_messages (created_at);
create index webhook_messages_with_payload on webhook_messages (created_at) where body is not null or source is not null;

create table webhook_deliveries (
  project_id      text        not null references projects (id) on delete cascade,
  id              uuid        not null,
  endpoint_id     uuid        not null,
  message_id      uuid        not null,
  event_type      text        not null,
  state           text        not null
    constraint webhook_deliveries_state_check check ((state = ANY (ARRAY['pending', 'delivered', 'failed', 'skipped', 'erased']))),
  attempts        integer     not null default 0,
  failures        integer     not null default 0,
  next_attempt_at timestamptz,
  last_status     integer,
  last_error      text,
  created_at      timestamptz not null,
  constraint webhook_deliveries_check check (((state = 'pending') = (next_attempt_at IS NOT NULL))),
  primary key (project_id, id)
);
comment on column webhook_deliveries.failures is 'The failed attempts of the present schedule. A replay begins it again.';
comment on column webhook_deliveries.next_attempt_at is 'Also the end of the lease of a worker that makes an attempt.';
create index webhook_deliveries_of_message on webhook_deliveries (message_id, project_id);
create index webhook_deliveries_by_age on webhook_deliveries (project_id, created_at, id);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at, id);
create index webhook_deliveries_swept on webhook_deliveries (created_at);
create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, next_attempt_at) where state = 'pending';
create index webhook_deliveries_to_repeat on webhook_deliveries (endpoint_id, state, created_at, id) where state in ('failed', 'skipped');

create table webhook_attempts (
  project_id      text        not null references projects (id) on delete cascade,
  delivery_id     uuid        not null,
  number          integer     not null,
  endpoint_id     uuid        not null,
  started_at      timestamptz not null,
  duration_millis integer,
  status          integer,
  error           text,
  answer          text,
  primary key (project_id, delivery_id, number)
);
comment on column webhook_attempts.duration_millis is 'Null while the attempt runs, and if its worker ended.';
create index webhook_attempts_by_age on webhook_attempts (started_at);
create index webhook_attempts_in_order on webhook_attempts (endpoint_id, started_at, delivery_id, number);

-- Developers receive events on their own machine: a listener keeps the messages of a project until its program has fetched them.
create table webhook_listeners (
  project_id  text        not null references projects (id) on delete cascade,
  id          uuid        not null,
  event_types text[],
  ends_at     timestamptz not null,
  primary key (project_id, id)
);
comment on column webhook_listeners.event_types is 'Null: the standard events.';
comment on column webhook_listeners.ends_at is 'Moves ahead with each fetch.';
create index webhook_listeners_by_end on webhook_listeners (ends_at);

-- Without a reference to the listener: it would make the transaction of an event fail whose listener is ended at the same time.
create table webhook_listener_messages (
  project_id  text        not null references projects (id) on delete cascade,
  listener_id uuid        not null,
  message_id  uuid        not null,
  created_at  timestamptz not null,
  primary key (project_id, listener_id, message_id)
);
create index webhook_listener_messages_in_order on webhook_listener_messages (listener_id, created_at);
create index webhook_listener_messages_by_age on webhook_listener_messages (created_at);

-- At the end of the transaction: takes the snapshot, because a sign-up, for example, adds accounts and a team after the event of the new user; adds
-- the deliveries; and wakes the workers of all nodes.
create function finish_webhook_message() returns trigger language plpgsql set search_path from current as $$
begin
  if new.snapshot_of = 'user' then
    update webhook_messages set source = (
      select to_json(shown) from (
        select u.project_id, u.id, u.display_name, u.client_metadata, u.client_read_only_metadata, u.server_metadata, u.has_password,
          u.otp_auth_enabled, u.is_anonymous, u.signed_up_at, u.last_active_at, u.primary_email, u.primary_email_verified,
          u.primary_email_auth_enabled, u.requires_totp, u.has_passkey, u.oauth_accounts, u.owned_project_ids, u.country_code,
          u.sign_up_risk_bot, u.sign_up_risk_free_trial_abuse, u.profile_image, u.is_suspended, u.suspended_until, u.suspension_reason,
          u.suspension_private_details, u.primary_email_sign_in_pending, u.has_sign_in_address, u.notice_email, u.selected_team_id,
          u.selected_team, u.has_api_key, u.totp_survives_claim, u.otp_off_by_server, u.has_been_active, u.locale
        from user_profiles u where u.project_id = new.project_id and u.id = new.snapshot_id
      ) shown)
    where project_id = new.project_id and id = new.id;
  elsif new.snapshot_of = 'team' then
    update webhook_messages set source = (
      select to_json(t) from teams t where t.project_id = new.project_id and t.id = new.snapshot_id)
    where project_id = new.project_id and id = new.id;
  end if;
  insert into webhook_deliveries (project_id, id, endpoint_id, message_id, event_type, state, next_attempt_at, created_at)
  select new.project_id, gen_random_uuid(), e.id, new.id, new.type, case when e.disabled_at is null then 'pending' else 'skipped' end,
    case when e.disabled_at is null then new.created_at end, new.created_at
  from unnest(new.endpoint_ids) wanted (id), lateral (
    select id, disabled_at from webhook_endpoints where project_id = new.project_id and id = wanted.id offset 0
  ) e;
  perform pg_notify('portico_webhook', '');
  return null;
end $$;

create function keep_webhook_message_for_listeners() returns trigger language plpgsql set search_path from current as $$
begin
  insert into webhook_listener_messages (project_id, listener_id, message_id, created_at)
  select new.project_id, l.id, new.id, new.created_at
  from unnest(new.endpoint_ids) wanted (id), lateral (
    select id from webhook_listeners where project_id = new.project_id and id = wanted.id offset 0
  ) l;
  return null;
end $$;
create constraint trigger finish_webhook_message after insert on webhook_messages deferrable initially deferred
  for each row execute function finish_webhook_message();
create trigger keep_webhook_message_for_listeners after insert on webhook_messages
  for each row execute function keep_webhook_message_for_listeners();


-- ## Partners
-- Companies that create projects for their own customers (docs/partners.md).

-- A partner can transfer a project that it has provisioned to a user, once.
create table partner_projects (
  project_id     text        not null references projects (id) on delete cascade,
  partner        text        not null
    constraint partner_projects_partner_check check (partner in ('neon', 'custom')),
  client_id      text        not null,
  provisioned_at timestamptz not null,
  transferred_at timestamptz,
  primary key (project_id)
);
comment on table partner_projects is 'The projects that partners have provisioned. A row ends with its project.';
comment on column partner_projects.client_id is 'The client of the partner that has provisioned the project, and may transfer it.';
comment on column partner_projects.transferred_at is 'Null until a user has taken the project over. Never null again.';

-- A partner asks an owner for an admin key of one of their projects (OAuth 2.0 with PKCE).
create table partner_authorizations (
  project_id            text        not null default 'internal'
    constraint partner_authorizations_project_check check (project_id = 'internal'),
  uid_hash              bytea       not null,
  partner               text        not null,
  client_id             text        not null,
  redirect_uri          text        not null,
  state                 text        not null,
  code_challenge        text        not null,
  browser_hash          bytea       not null,
  external_project_name text,
  step                  text        not null default 'begun'
    constraint partner_authorizations_step_check check (step in ('begun', 'confirmed', 'refused', 'issued', 'exchanged')),
  confirmed_project_id  text references projects (id) on delete cascade,
  owner_user_id         uuid,
  session_id            uuid,
  confirmation_hash     bytea,
  code_hash             bytea,
  key_set_id            uuid,
  created_at            timestamptz not null,
  expires_at            timestamptz not null,
  primary key (uid_hash, project_id),
  constraint partner_authorizations_code unique (code_hash, project_id),
  constraint partner_authorizations_owner foreign key (project_id, owner_user_id) references users (project_id, id) on delete cascade
);
comment on column partner_authorizations.project_id is 'The project of the owner who answers. Only users of "internal" own projects.';
comment on column partner_authorizations.browser_hash is 'SHA-256 of the cookie of the browser in which the authorization began.';
comment on column partner_authorizations.owner_user_id is 'The owner who confirmed; null for the server of "internal".';
comment on column partner_authorizations.session_id is 'The session that confirmed. The code yields a key only while it is active.';
comment on column partner_authorizations.key_set_id is 'What the code was exchanged for: a second use revokes this key.';
comment on column partner_authorizations.expires_at is 'The end of the present step. Each step sets a new one.';
create index partner_authorizations_of_project on partner_authorizations (confirmed_project_id)
  where confirmed_project_id is not null;
create index partner_authorizations_of_owner on partner_authorizations (owner_user_id, project_id)
  where owner_user_id is not null;
create index partner_authorizations_by_expiry on partner_authorizations (expires_at);


-- ## Jobs
-- Work of admins over many records, done in pieces (decision 028).

-- Acts on many records run in the background, in pieces. A job keeps its progress in the transaction of each piece.
create table jobs (
  project_id        text        not null references projects (id) on delete cascade,
  id                uuid        not null,
  target_project_id text        not null,
  type              text        not null
    constraint jobs_type_check check (type in ('suspend_users', 'lift_suspensions', 'end_sessions', 'delete_users', 'export_users',
      'delete_project', 'import_users')),
  state             text        not null default 'queued'
    constraint jobs_state_check check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  parameters        jsonb       not null,
  position          jsonb,
  done              integer     not null default 0,
  failed            integer     not null default 0,
  total             integer,
  failures          jsonb       not null default '[]',
  error             text,
  actor_type        text        not null,
  actor_id          text,
  request_id        text,
  client_address    text,
  watcher_ids       text[],
  created_at        timestamptz not null,
  started_at        timestamptz,
  ended_at          timestamptz,
  due_at            timestamptz not null,
  claim             integer     not null default 0,
  attempts          integer     not null default 0,
  result_parts      integer     not null default 0,
  result_expires_at timestamptz,
  defects           integer     not null default 0
    constraint jobs_defects_check check (defects >= 0),
  is_leased         boolean     not null default false,
  single_pieces     integer     not null default 0
    constraint jobs_single_pieces_check check (single_pieces >= 0),
  error_code        text,
  primary key (project_id, id)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column jobs.target_project_id is 'The project whose records change. Its jobs run one after the other.';
comment on column jobs.position is 'Where the next piece begins; its shape depends on the type.';
comment on column jobs.watcher_ids is 'The users of "internal" who see the removal of a deleted project: its owners.';
comment on column jobs.due_at is 'While a worker does a piece this is the end of its lease.';
comment on column jobs.claim is 'Number of claims. A worker whose lease has ended finds another number.';
comment on column jobs.attempts is 'Attempts at the next piece.';
comment on column jobs.defects is 'Attempts at the next piece that failed for a reason that does not pass by itself, or during which the worker ended.';
comment on column jobs.is_leased is 'Whether a worker does a piece. If the lease ends and this is still true, the worker ended during the piece.';
comment on column jobs.single_pieces is 'The number of further pieces that have one record each, because a worker ended during a piece.';
comment on column jobs.error_code is 'The kind of the failure that error describes, if it has one.';
-- Each query has an index that no other one can use (platform/db/README.md, "Plans" 10).
create index jobs_due on jobs (due_at) where ended_at is null and due_at is not null;
create index jobs_open on jobs (target_project_id, created_at, id) where ended_at is null;
create index jobs_in_order on jobs ((project_id || ''), created_at, id);
create index jobs_of_watcher on jobs using gin (watcher_ids) where watcher_ids is not null;
create index jobs_by_end on jobs (ended_at) where ended_at is not null;
create index jobs_by_expiry on jobs (result_expires_at) where result_expires_at is not null;

create table job_results (
  project_id text    not null,
  job_id     uuid    not null,
  part       integer not null,
  content    text    not null,
  primary key (job_id, part, project_id),
  constraint job_results_job foreign key (project_id, job_id) references jobs (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);


-- ## Imports and moves
-- Users and teams of other systems (decisions 071, 074 and 076).

-- Users and teams move in from other systems. Each run has a report, and the ids of the source make a repeated import harmless.
create table import_runs (
  project_id             text        not null references projects (id) on delete cascade,
  id                     uuid        not null,
  source                 text        not null,
  name                   text,
  state                  text        not null default 'open'
    constraint import_runs_state_check check (state in ('open', 'running', 'done', 'undone')),
  is_dry_run             boolean     not null,
  created                integer     not null default 0,
  already_imported       integer     not null default 0,
  refused                integer     not null default 0,
  duplicate              integer     not null default 0,
  unreadable             integer     not null default 0,
  users                  integer     not null default 0,
  lost_password          integer     not null default 0,
  lost_second_factor     integer     not null default 0,
  lost_passkeys          integer     not null default 0,
  lost_provider_accounts integer     not null default 0,
  hash_formats           jsonb       not null default '{}',
  removed                integer,
  kept                   integer,
  undo_position          uuid,
  created_at             timestamptz not null,
  ended_at               timestamptz,
  job_id                 uuid,
  options_sealed         text,
  files_size             integer     not null default 0,
  files_expire_at        timestamptz,
  report_expires_at      timestamptz,
  primary key (project_id, id)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column import_runs.removed is 'Users that the undo has removed; null before an undo.';
comment on column import_runs.undo_position is 'The last user whom the undo has handled.';
comment on column import_runs.job_id is 'The job that reads the files; null if the caller sends the records.';
comment on column import_runs.options_sealed is 'The options of the source, such as its keys for hashes. Deleted together with the files.';
comment on column import_runs.files_expire_at is 'When the files are deleted; null without files.';
comment on column import_runs.report_expires_at is 'When the findings and the marks of a dry run are deleted; null afterwards.';
-- Only the list of runs can use it.
create index import_runs_in_order on import_runs ((project_id || ''), created_at, id);
create index import_runs_by_expiry_of_files on import_runs (files_expire_at) where files_expire_at is not null;
create index import_runs_with_files on import_runs ((project_id || ''), files_expire_at) where files_expire_at is not null;
create index import_runs_by_expiry_of_report on import_runs (report_expires_at) where report_expires_at is not null;

-- The dashboard imports users from files. They are here in pieces until the import, which is a job, has read them.
create table import_pieces (
  project_id     text    not null,
  run_id         uuid    not null,
  file           text    not null,
  piece          integer not null,
  size           integer not null,
  digest         bytea   not null,
  content_sealed bytea   not null,
  primary key (run_id, file, piece, project_id),
  constraint import_pieces_run foreign key (project_id, run_id) references import_runs (project_id, id) on delete cascade
);
comment on column import_pieces.file is 'The name by which the reader of the source knows the file.';
comment on column import_pieces.size is 'Bytes of the content before it is sealed.';
comment on column import_pieces.digest is 'SHA-256 of the content before it is sealed.';

-- What a dry run has seen, because it writes no users that a later batch could find. Deleted at the end of the run.
create table import_marks (
  project_id text    not null,
  run_id     uuid    not null,
  mark       bytea   not null,
  line       integer not null,
  file       text    not null default '',
  primary key (mark, run_id, project_id),
  constraint import_marks_run foreign key (project_id, run_id) references import_runs (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column import_marks.mark is 'SHA-256 of an address, an id or an account that a record has.';
create index import_marks_by_run on import_marks (run_id, project_id);

create table import_findings (
  project_id text    not null,
  run_id     uuid    not null,
  line       integer not null,
  outcome    text    not null,
  kind       text,
  source_id  text,
  message    text    not null,
  file       text    not null default '',
  record     bytea   not null default '\x',
  reasons    jsonb   not null default '[]',
  primary key (run_id, file, line, record, project_id),
  constraint import_findings_run foreign key (project_id, run_id) references import_runs (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column import_findings.record is 'SHA-256 of what identifies the record, or of the problem of a line that could not be read.';
comment on column import_findings.reasons is 'A list of objects with code, value and line. Empty for a finding of an earlier version.';

create table imported_users (
  project_id              text    not null,
  source                  text    not null,
  source_id               text    not null,
  user_id                 uuid    not null,
  run_id                  uuid    not null,
  line                    integer not null,
  selected_team_source_id text,
  file                    text    not null default '',
  primary key (source_id, source, project_id),
  constraint imported_users_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade,
  constraint imported_users_run foreign key (project_id, run_id) references import_runs (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
comment on column imported_users.selected_team_source_id is 'The team that is selected once the user is its member.';
create index imported_users_by_user on imported_users (user_id, project_id);
create index imported_users_by_run on imported_users (run_id, user_id, project_id);

create table imported_teams (
  project_id text    not null,
  source     text    not null,
  source_id  text    not null,
  team_id    uuid    not null,
  run_id     uuid    not null,
  line       integer not null,
  file       text    not null default '',
  primary key (source_id, source, project_id),
  constraint imported_teams_team foreign key (project_id, team_id) references teams (project_id, id) on delete cascade,
  constraint imported_teams_run foreign key (project_id, run_id) references import_runs (project_id, id) on delete cascade
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
create index imported_teams_by_team on imported_teams (team_id, project_id);
create index imported_teams_by_run on imported_teams (run_id, team_id, project_id);

-- An address moves from the old system once, so that a deleted or renamed user does not return by the old password.
create table old_system_moves (
  project_id   text        not null references projects (id) on delete cascade,
  address_hash bytea       not null,
  moved_at     timestamptz not null,
  primary key (project_id, address_hash)
);
comment on table old_system_moves is 'The addresses whose password has moved from the old system of a project.';
comment on column old_system_moves.address_hash is 'SHA-256 of the canonical address.';
-- The last move of a project, without reading all of them.
create index old_system_moves_by_time on old_system_moves (project_id, moved_at);

-- A node writes the failures of some seconds at once, so that an outage of an old system does not become a queue for one row.
create table old_system_failures (
  project_id   text        not null references projects (id) on delete cascade,
  day          date        not null,
  cause        text        not null,
  failures     bigint      not null,
  last_at      timestamptz not null,
  last_request text,
  last_status  integer,
  last_code    text,
  primary key (project_id, day, cause)
);
comment on table old_system_failures is 'Sign-ins during a move from an old system that did not move the user although the password may be right, by day (UTC) and cause.';
comment on column old_system_failures.last_request is 'Method and address of the last request, without its query.';
create trigger old_system_moves_figures after insert on old_system_moves for each row execute function count_move();


-- ## Audit log and observation
-- What happened, for operators and owners.

-- Who did what, for the people who run the service. Rows are only ever added: no foreign key, so that they outlive their project.
create table audit_events (
  project_id       text        not null,
  id               uuid        not null,
  at               timestamptz not null,
  action           text        not null,
  outcome          text        not null
    constraint audit_events_outcome_check check (outcome in ('ok', 'refused')),
  actor_type       text        not null
    constraint audit_events_actor_check check (actor_type in ('user', 'client', 'server', 'admin', 'system')),
  actor_id         text,
  target_id        text,
  reason           text,
  request_id       text,
  client_address   text,
  changed_fields   text[],
  actor_key_set_id text,
  team_id          text,
  permission_id    text,
  provider_id      text,
  primary key (project_id, id)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
create index audit_events_all on audit_events ((project_id || ''), at, id);
create index audit_events_by_action on audit_events (action, project_id, outcome, at, id);
create index audit_events_by_actor on audit_events (actor_id, project_id, at, id) where actor_id is not null;
create index audit_events_by_target on audit_events (target_id, project_id, at, id) where target_id is not null;
create index audit_events_by_actor_type on audit_events (actor_type, project_id, at, id)
  where actor_type in ('server', 'admin', 'system');
create index audit_events_refused on audit_events ((project_id || ' refused'), at, id) where outcome = 'refused';
create index audit_events_by_age on audit_events (at) where octet_length(project_id) > 0;
-- Contains the early entries only: later ones have the type `admin`. The query repeats the condition (records/audit/list.ts).
create index audit_events_of_early_owners on audit_events ((project_id || ' early owner'), at, id)
  where actor_id is not null and actor_type <> 'admin'
    and (actor_type in ('client', 'server') or action = 'project.created' or reason = 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');

-- What the owner of a project sees while connecting an app: its first request, its first sign-in, and a bounded sample of its newest
-- requests, failed ones included.
create table recent_requests (
  project_id        text        not null references projects (id) on delete cascade,
  -- What the caller has proved, and whether the request succeeded. The newest of each kind are kept, so that many of one
  -- kind never displace another.
  kind              text        not null
    constraint recent_requests_kind_check check (kind in ('server_ok', 'server_failed', 'client_ok', 'client_failed', 'unverified_ok',
      'unverified_failed')),
  at                timestamptz not null,
  id                uuid        not null,
  method            text        not null,
  route             text        not null,
  status            integer     not null,
  error_code        text,
  access_type       text,
  origin            text,
  is_origin_trusted boolean,
  client_version    text,
  client_address    text        not null,
  request_id        text        not null,
  primary key (project_id, kind, at, id)
);

create table first_uses (
  project_id             text        not null references projects (id) on delete cascade,
  request_at             timestamptz,
  request_origin         text,
  request_client_version text,
  sign_in_at             timestamptz,
  sign_in_user_id        uuid,
  sign_in_method         text,
  primary key (project_id),
  constraint first_uses_user foreign key (project_id, sign_in_user_id) references users (project_id, id) on delete set null (sign_in_user_id)
);
comment on column first_uses.sign_in_user_id is 'Null after the deletion of the user.';

create function refuse_change_of_audit_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- Housekeeping sets it for its transaction.
    if old.at < nullif(current_setting('portico.audit_events_kept_from', true), '')::timestamptz then
      return old;
    end if;
  end if;
  raise exception 'audit_events is append-only';
end $$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_change_of_audit_events();
create trigger audit_events_not_truncated before truncate on audit_events
  for each statement execute function refuse_change_of_audit_events();


-- ## Rate limits
-- Counters shared by all nodes. Unlogged: they are written on every limited call and worth nothing after a crash.

create unlogged table rate_limits (
  key         text        not null,
  hits        integer     not null,
  last_hit_at timestamptz not null,
  expires_at  timestamptz not null,
  primary key (key)
) with (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000);
create index rate_limits_expires_at on rate_limits (expires_at);

create function count_hits(
  counter_keys text[],
  lifetime_seconds integer[],
  granted_calls integer[], -- null: any number
  lifting_marks text[],    -- while the mark of this key lives, the counter refuses nothing; null: no mark does that
  voiding_marks text[],    -- unless the mark of this key was made later
  counted_at timestamptz
) returns setof rate_limits language plpgsql set search_path from current as $$
declare
  counter rate_limits;
begin
  for step in 1 .. cardinality(counter_keys) loop
    insert into rate_limits as known (key, hits, last_hit_at, expires_at)
    values (counter_keys[step], 1, counted_at, counted_at + make_interval(secs => lifetime_seconds[step]))
    on conflict (key) do update set
      hits = case when known.expires_at <= counted_at then 1 else known.hits + 1 end,
      last_hit_at = excluded.last_hit_at,
      expires_at = case when known.expires_at <= counted_at then excluded.expires_at else known.expires_at end
    returning * into counter;
    return next counter;
    if counter.hits > granted_calls[step] then
      perform from rate_limits mark
      where mark.key = lifting_marks[step] and mark.expires_at > counted_at
        and not exists (
          select from rate_limits voiding
          where voiding.key = voiding_marks[step] and voiding.expires_at > counted_at
            and voiding.last_hit_at > mark.last_hit_at);
      if not found then return; end if;
    end if;
  end loop;
end $$;

-- Counts all of the hits or none: if a counter would exceed its calls, the others are given back what they counted. The answer has the hits
-- as counted before that, so that the caller sees which counter refuses.
create function count_together(
  counter_keys text[],         -- in ascending order, in which every transaction locks them
  lifetime_seconds integer[],
  granted_calls integer[],
  amounts integer[],
  counted_at timestamptz
) returns setof rate_limits language plpgsql set search_path from current as $$
declare
  counter rate_limits;
  is_refused boolean := false;
begin
  for step in 1 .. cardinality(counter_keys) loop
    insert into rate_limits as known (key, hits, last_hit_at, expires_at)
    values (counter_keys[step], amounts[step], counted_at, counted_at + make_interval(secs => lifetime_seconds[step]))
    on conflict (key) do update set
      hits = case when known.expires_at <= counted_at then 0 else known.hits end + amounts[step],
      last_hit_at = excluded.last_hit_at,
      expires_at = case when known.expires_at <= counted_at then excluded.expires_at else known.expires_at end
    returning * into counter;
    return next counter;
    is_refused := is_refused or counter.hits > granted_calls[step];
  end loop;
  if is_refused then
    for step in 1 .. cardinality(counter_keys) loop
      update rate_limits set hits = hits - amounts[step] where key = counter_keys[step];
    end loop;
  end if;
end $$;

create function count_attempt(
  counter_keys text[],
  lifetime_seconds integer[],
  granted_calls integer[], -- null: any number
  lifting_marks text[],    -- while the mark of this key lives, the counter refuses nothing; null: no mark does that
  voiding_marks text[],    -- unless the mark of this key was made later
  failure_keys text[],     -- counters of failures
  waits_from integer[],    -- from this number of failures, each one is followed by a wait
  first_waits integer[],   -- seconds; each further failure doubles it
  longest_waits integer[], -- seconds
  waived_marks text[],     -- while the mark of this key lives, the counter demands no wait; null: no mark does that
  reset_mark text,         -- voids the failures and the marks from before
  memory_seconds integer,
  counted_at timestamptz
) returns setof rate_limits language plpgsql set search_path from current as $$
declare
  counter rate_limits;
  reset_at timestamptz;
  is_current boolean[];
  must_wait boolean := false;
begin
  for step in 1 .. cardinality(counter_keys) loop
    insert into rate_limits as known (key, hits, last_hit_at, expires_at)
    values (counter_keys[step], 1, counted_at, counted_at + make_interval(secs => lifetime_seconds[step]))
    on conflict (key) do update set
      hits = case when known.expires_at <= counted_at then 1 else known.hits + 1 end,
      last_hit_at = excluded.last_hit_at,
      expires_at = case when known.expires_at <= counted_at then excluded.expires_at else known.expires_at end
    returning * into counter;
    return next counter;
    if counter.hits > granted_calls[step] then
      perform from rate_limits mark
      where mark.key = lifting_marks[step] and mark.expires_at > counted_at
        and not exists (
          select from rate_limits voiding
          where voiding.key = voiding_marks[step] and voiding.expires_at > counted_at
            and voiding.last_hit_at > mark.last_hit_at);
      if not found then return; end if;
    end if;
  end loop;
  -- A counter that does not exist yet cannot be locked, so attempts of one account take turns here.
  perform pg_advisory_xact_lock(hashtextextended(reset_mark, 0));
  reset_at := (select mark.last_hit_at from rate_limits mark where mark.key = reset_mark and mark.expires_at > counted_at);
  for step in 1 .. cardinality(failure_keys) loop
    select * into counter from rate_limits failures
    where failures.key = failure_keys[step] and failures.expires_at > counted_at
      and (reset_at is null or failures.last_hit_at >= reset_at);
    is_current[step] := found;
    if found then
      -- The state from before the attempt.
      return next counter;
      if counter.hits >= waits_from[step]
        and counter.last_hit_at + make_interval(secs => least(
          longest_waits[step], first_waits[step] * 2 ^ least(counter.hits - waits_from[step], 20))) > counted_at
      then
        perform from rate_limits mark
        where mark.key = waived_marks[step] and mark.expires_at > counted_at
          and (reset_at is null or mark.last_hit_at >= reset_at);
        must_wait := must_wait or not found;
      end if;
    end if;
  end loop;
  if must_wait then return; end if;
  for step in 1 .. cardinality(failure_keys) loop
    insert into rate_limits as known (key, hits, last_hit_at, expires_at)
    values (failure_keys[step], 1, counted_at, counted_at + make_interval(secs => memory_seconds))
    on conflict (key) do update set
      hits = case when is_current[step] then known.hits + 1 else 1 end,
      last_hit_at = excluded.last_hit_at,
      expires_at = case when is_current[step] then known.expires_at else excluded.expires_at end;
  end loop;
end $$;


-- ## The view of a user
-- What each read of a user shows.
create view user_profiles as
select u.project_id, u.id, u.display_name, u.client_metadata, u.client_read_only_metadata,
  u.server_metadata, u.password_hash is not null as has_password, u.otp_auth_enabled, u.is_anonymous, u.signed_up_at,
  u.last_active_at, c.value as primary_email, coalesce(c.is_verified, false) as primary_email_verified,
  coalesce(c.used_for_auth, false) as primary_email_auth_enabled,
  u.totp_secret_sealed is not null as requires_totp,
  exists (select from user_passkeys p where p.project_id = u.project_id and p.user_id = u.id) as has_passkey,
  (select jsonb_agg(jsonb_build_object('provider_id', o.provider_id, 'authority', o.authority, 'account_id', o.account_id,
                                       'email', o.email)
                    order by o.created_at, o.provider_id)
   from oauth_accounts o where o.project_id = u.project_id and o.user_id = u.id) as oauth_accounts,
  case when u.project_id = 'internal' then array(
    select w.owned_project_id from project_owners w
    where w.project_id = u.project_id and w.user_id = u.id and not u.is_anonymous
    order by w.position) end as owned_project_ids,
  u.country_code, u.sign_up_risk_bot, u.sign_up_risk_free_trial_abuse,
  u.profile_image_url as profile_image,
  u.suspended_until is not null as is_suspended, nullif(u.suspended_until, 'infinity') as suspended_until,
  u.suspension_reason, u.suspension_private_details,
  coalesce(c.sign_in_pending, false) as primary_email_sign_in_pending,
  -- Names no used_for_auth as a condition, which would suggest the index of all sign-in addresses of the project.
  case when c.used_for_auth then true else coalesce((
    select bool_or(s.used_for_auth) from contact_channels s
    where s.project_id = u.project_id and s.user_id = u.id), false) end as has_sign_in_address,
  -- The address that notices go to. The others are read only if the primary one is not verified.
  case when c.is_verified then c.value else (
    select v.value from contact_channels v
    where v.project_id = u.project_id and v.user_id = u.id and v.is_verified
    order by v.is_claimed desc, v.used_for_auth desc, v.created_at, v.id limit 1) end as notice_email,
  -- Subqueries, because most users have no selected team. Each reads one row by the index of selected teams.
  (select m.team_id from team_members m
   where m.project_id = u.project_id and m.user_id = u.id and m.is_selected) as selected_team_id,
  (select jsonb_build_object('id', t.id, 'display_name', t.display_name, 'profile_image_url', t.profile_image_url,
                             'client_metadata', t.client_metadata, 'client_read_only_metadata', t.client_read_only_metadata,
                             'server_metadata', t.server_metadata, 'created_at', extract(epoch from t.created_at) * 1000,
                             'second_factor_required_since', extract(epoch from t.second_factor_required_since) * 1000)
   from team_members m, lateral (
     select * from teams where project_id = m.project_id and id = m.team_id offset 0
   ) t
   where m.project_id = u.project_id and m.user_id = u.id and m.is_selected) as selected_team,
  exists (select from api_keys k where k.user_id = u.id and k.project_id = u.project_id) as has_api_key,
  u.totp_survives_claim, u.otp_off_by_server,
  -- Users from before the figures have counted days, but no day that was counted last.
  u.active_on is not null or u.active_days <> 0 as has_been_active,
  u.locale, u.password_state,
  r.passkey_enabled and exists (
    select from user_passkeys k where k.user_id = u.id and k.project_id = u.project_id and k.has_verified) as has_verified_passkey,
  case when u.is_anonymous then false when r.second_factor_required_since is not null then true else exists (
    select from team_members m
    where m.user_id = u.id and m.project_id = u.project_id and m.second_factor_required_since is not null)
  end as is_second_factor_required,
  -- The earliest moment that the project or a team names. least and greatest ignore a null, so the conditions come first.
  case when not u.is_anonymous and u.totp_secret_sealed is null
    and not (r.passkey_enabled and exists (
      select from user_passkeys k where k.user_id = u.id and k.project_id = u.project_id and k.has_verified))
    then least(
      case when r.second_factor_required_since is not null then greatest(r.second_factor_required_since, u.signed_up_at) end,
      (select min(greatest(m.second_factor_required_since, m.created_at, u.signed_up_at)) from team_members m
       where m.user_id = u.id and m.project_id = u.project_id and m.second_factor_required_since is not null)
    ) + make_interval(days => r.second_factor_grace_days)
  end as second_factor_due_at,
  u.factor_reset_at, u.held_at,
  r.verified_email_required and not u.is_anonymous as is_verified_email_required
from users u
-- A left join on the key, which statements that read none of its columns do not run.
left join projects r on r.id = u.project_id
left join contact_channels c on c.project_id = u.project_id and c.user_id = u.id and c.is_primary;

-- Until the first owner exists, the service prints a link that creates one.
insert into first_admin_setup (is_open, opening) values (true, 0);

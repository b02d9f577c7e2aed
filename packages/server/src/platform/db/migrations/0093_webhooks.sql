-- A product learns of changes: each event is stored in the transaction that causes it, and delivered from there.
create table webhook_endpoints (
  project_id             text        not null references projects (id) on delete cascade,
  id                     uuid        not null,
  url                    text        not null,
  description            text        not null,
  event_types            text[],
  header_names           text[]      not null,
  headers_sealed         text,
  rate_limit             integer,
  secret_sealed          text        not null,
  old_secret_sealed      text,
  old_secret_ends_at     timestamptz,
  disabled_reason        text        check (disabled_reason in ('requested', 'gone', 'failing')),
  disabled_at            timestamptz,
  failing_since          timestamptz,
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  deleted_at             timestamptz,
  primary key (project_id, id),
  check ((disabled_reason is null) = (disabled_at is null))
);
comment on column webhook_endpoints.event_types is 'Null: the standard events.';
comment on column webhook_endpoints.headers_sealed is 'A JSON object of all headers; null without one.';
comment on column webhook_endpoints.failing_since is 'The first failed attempt after the last success.';
comment on column webhook_endpoints.deleted_at is 'The endpoint is gone for its owners. Its deliveries are removed in the background.';
create index webhook_endpoints_deleted on webhook_endpoints (deleted_at) where deleted_at is not null;

create table webhook_messages (
  project_id  text        not null references projects (id) on delete cascade,
  id          uuid        not null,
  type        text        not null,
  endpoint_ids uuid[]     not null,
  user_id     uuid,
  snapshot_of text        check (snapshot_of in ('user', 'team')),
  snapshot_id uuid,
  source      json,
  body        text,
  created_at  timestamptz not null,
  primary key (project_id, id)
);
comment on column webhook_messages.endpoint_ids is 'The endpoints that got the event, disabled ones included.';
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
  state           text        not null check (state in ('pending', 'delivered', 'failed', 'skipped', 'erased')),
  attempts        integer     not null default 0,
  failures        integer     not null default 0,
  next_attempt_at timestamptz,
  last_status     integer,
  last_error      text,
  created_at      timestamptz not null,
  primary key (project_id, id),
  check ((state = 'pending') = (next_attempt_at is not null))
);
comment on column webhook_deliveries.failures is 'The failed attempts of the present schedule. A replay begins it again.';
comment on column webhook_deliveries.next_attempt_at is 'Also the end of the lease of a worker that makes an attempt.';
create index webhook_deliveries_of_message on webhook_deliveries (message_id, project_id);
create index webhook_deliveries_by_age on webhook_deliveries (project_id, created_at, id);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at, id);
create index webhook_deliveries_to_replay on webhook_deliveries (endpoint_id, state, created_at) where state in ('failed', 'skipped');
create index webhook_deliveries_swept on webhook_deliveries (created_at);
create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, next_attempt_at) where state = 'pending';

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
create index webhook_attempts_of_endpoint on webhook_attempts (endpoint_id, started_at);
create index webhook_attempts_by_age on webhook_attempts (started_at);

-- At the end of the transaction: takes the snapshot, because a sign-up, for example, adds accounts and a team after the event of the new user; adds
-- the deliveries; and wakes the workers of all nodes.
create function finish_webhook_message() returns trigger language plpgsql as $$
begin
  if new.snapshot_of = 'user' then
    -- All columns but the one with the whole image.
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

create constraint trigger finish_webhook_message after insert on webhook_messages deferrable initially deferred
  for each row execute function finish_webhook_message();

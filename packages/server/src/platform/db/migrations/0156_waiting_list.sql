-- A rule for sign-up can put a new user on the waiting list. Each read of a user shows it.
alter table users add column held_at timestamptz;
comment on column users.held_at is 'When a rule for sign-up put the user on the waiting list. Null: the user is not on it.';
create index users_waiting on users ((project_id || ' waiting'), signed_up_at, id) where held_at is not null;

create or replace view user_profiles as
select u.project_id, u.id, u.display_name,
  case when u.profile_image_url like '/%' then
    (select 'data:' || i.content_type || ';base64,' || replace(encode(i.bytes, 'base64'), E'\n', '')
     from images i where i.project_id = u.project_id and i.user_id = u.id)
    else u.profile_image_url end as profile_image_url,
  u.client_metadata, u.client_read_only_metadata,
  u.server_metadata, u.password_hash is not null as has_password, u.otp_auth_enabled, u.is_anonymous, u.signed_up_at,
  u.last_active_at, c.value as primary_email, coalesce(c.is_verified, false) as primary_email_verified,
  coalesce(c.used_for_auth, false) as primary_email_auth_enabled,
  u.totp_secret_sealed is not null as requires_totp,
  exists (select from passkeys p where p.project_id = u.project_id and p.user_id = u.id) as has_passkey,
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
                             'server_metadata', t.server_metadata, 'created_at', extract(epoch from t.created_at) * 1000)
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
  r.second_factor_required_since is not null and not u.is_anonymous as is_second_factor_required,
  -- greatest ignores a null, so the conditions come first.
  case when r.second_factor_required_since is not null and not u.is_anonymous and u.totp_secret_sealed is null
    and not (r.passkey_enabled and exists (
      select from user_passkeys k where k.user_id = u.id and k.project_id = u.project_id and k.has_verified))
    then greatest(r.second_factor_required_since, u.signed_up_at) + make_interval(days => r.second_factor_grace_days)
  end as second_factor_due_at,
  u.factor_reset_at, u.held_at
from users u
-- A left join on the key, which statements that read none of its columns do not run.
left join projects r on r.id = u.project_id
left join contact_channels c on c.project_id = u.project_id and c.user_id = u.id and c.is_primary;

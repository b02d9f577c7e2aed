-- Users over the wire: the list in the order of sign-up, and the facts that a server may record about a user.
alter table users
  add column country_code text constraint users_country_code_check check (country_code ~ '^[A-Z]{2}$'),
  add column sign_up_risk_bot smallint not null default 0
    constraint users_sign_up_risk_bot_check check (sign_up_risk_bot between 0 and 100),
  add column sign_up_risk_free_trial_abuse smallint not null default 0
    constraint users_sign_up_risk_free_trial_abuse_check check (sign_up_risk_free_trial_abuse between 0 and 100);
comment on column users.sign_up_risk_bot is 'As a server has recorded it. The service computes no scores.';

-- Anonymous users have the same index (0022), so a list with and without them reads one range of each. The last condition always holds;
-- it keeps the index from statements that do not read by sign-up time (0005).
create index users_sign_up on users (project_id, signed_up_at, id) where not is_anonymous and signed_up_at is not null;

create or replace view user_profiles as
select u.project_id, u.id, u.display_name, u.profile_image_url, u.client_metadata, u.client_read_only_metadata,
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
  u.country_code, u.sign_up_risk_bot, u.sign_up_risk_free_trial_abuse
from users u
left join contact_channels c on c.project_id = u.project_id and c.user_id = u.id and c.is_primary;

-- A server can suspend a user. The end is a moment, so that a suspension ends without a job.
alter table users add column suspended_until timestamptz;
alter table users add column suspension_reason text;
alter table users add column suspension_private_details text;
comment on column users.suspended_until is 'Until then the user gets no session; infinity until a server lifts the suspension, null without one.';
comment on column users.suspension_reason is 'For the user.';
comment on column users.suspension_private_details is 'For servers and admins only.';
-- Not validated: every row has the new columns empty, and validating would read the whole table under its lock.
alter table users add constraint users_suspension_texts check (
  suspended_until is not null or (suspension_reason is null and suspension_private_details is null)) not valid;

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
  u.suspension_reason, u.suspension_private_details
from users u
left join contact_channels c on c.project_id = u.project_id and c.user_id = u.id and c.is_primary;

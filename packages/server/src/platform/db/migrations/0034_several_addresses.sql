-- A user has several addresses. A client may ask that an address is used for sign-in before the user has proved it: such an address
-- identifies no user, so it is not in the unique index of the sign-in addresses.
alter table contact_channels
  add column sign_in_pending boolean not null default false,
  add column added_session_id uuid;
comment on column contact_channels.used_for_auth is 'The address identifies its user. On the wire, used_for_auth is also true while sign_in_pending.';
comment on column contact_channels.sign_in_pending is 'A client asked to use the address for sign-in, and the user has not proved it yet.';
comment on column contact_channels.added_session_id is 'The session that added the address or set its value; null for the address of a sign-up and for one that a server set. No foreign key: an ended session cannot come back.';

alter table emails drop constraint emails_template_check;
alter table emails add constraint emails_template_check check (template in (
  'address_added', 'email_changed', 'email_verification', 'password_changed', 'password_reset', 'sign_in_code',
  'sign_in_method_changed'));

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
    order by v.is_claimed desc, v.used_for_auth desc, v.created_at, v.id limit 1) end as notice_email
from users u
left join contact_channels c on c.project_id = u.project_id and c.user_id = u.id and c.is_primary;

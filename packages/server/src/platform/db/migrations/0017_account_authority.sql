-- An account id means something only together with who assigned it: after an operator points "google" at another issuer, an
-- id of that issuer must not open the account of the real Google user with the same id. The provider's identity is part of
-- the key now. It is empty here: which projects use an operator's override is in the seed file and not in the database, so
-- each start of the service fills what is empty, from the configuration it then has (oauth/record-authorities.ts). Change overrides
-- after the first start with this version, not together with it. The default is for nodes of the version before, whose new
-- rows are filled by the next start.
alter table oauth_accounts add column authority text not null default '';
comment on column oauth_accounts.authority is 'Who assigned account_id: "google" for the provider itself, "google@…" for an override of issuer or endpoints. Empty until a start of the service has filled it; opens nothing until then.';

-- The lookup columns first, the project last (decision 012).
alter table oauth_accounts drop constraint oauth_accounts_pkey;
alter table oauth_accounts add constraint oauth_accounts_pkey primary key (account_id, provider_id, authority, project_id);
create index oauth_accounts_without_authority on oauth_accounts (project_id, provider_id) where authority = '';

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
   from oauth_accounts o where o.project_id = u.project_id and o.user_id = u.id) as oauth_accounts
from users u
left join contact_channels c on c.project_id = u.project_id and c.user_id = u.id and c.is_primary;

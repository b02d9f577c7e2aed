-- Tokens of shared keys belong to the operator's app. A project that changed to its own keys could read those that earlier versions stored.
update oauth_accounts set
  access_token_sealed = null, access_token_scopes = '[]', access_token_expires_at = null,
  refresh_token_sealed = null, refresh_token_scopes = '[]'
from projects, jsonb_array_elements(projects.config -> 'oauth_providers') provider
where provider ->> 'type' = 'shared'
  and oauth_accounts.project_id || ' ' || oauth_accounts.provider_id = projects.id || ' ' || (provider ->> 'id')
  and (access_token_sealed is not null or refresh_token_sealed is not null);

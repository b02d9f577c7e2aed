-- A sign-in at a provider can remove sign-in methods from the account; the app learns which ones when it exchanges its code.
alter table oauth_codes add column removed_sign_in_methods jsonb;

-- Statistics of a table with a handful of rows make PostgreSQL read it whole, and a prepared statement keeps that plan while
-- the table grows by thousands. Without statistics it goes by the index, which is right for both; so a table gets its first
-- ones when it has a thousand rows.
do $$
declare
  growing text;
begin
  foreach growing in array array[
    'users', 'contact_channels', 'sessions', 'verification_codes', 'emails', 'audit_events', 'rate_limits', 'passkeys',
    'oauth_accounts', 'oauth_transactions', 'oauth_codes', 'cli_logins'
  ] loop
    execute format('alter table %I set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000)', growing);
  end loop;
end $$;

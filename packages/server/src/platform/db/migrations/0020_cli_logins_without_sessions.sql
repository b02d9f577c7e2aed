-- Writing a login no longer opens the table of sessions: the check of a foreign key locks that table even when the column is
-- null, so a lock on it held up logins that need no session. Every reader looks whether the session is alive anyway.
alter table cli_logins drop constraint cli_logins_session;
drop index cli_logins_by_session;
comment on column cli_logins.session_id is 'The session that confirmed; null although answered means refused. Once that session has ended, the login is refused as well. The terminal gets a session of its own when it asks.';

-- The verification link of a sign-up keeps the account as it is only in the session that signed up, so the address remembers it.
alter table contact_channels
  add column sign_up_session_id uuid,
  add column sign_up_user_agent text;
comment on column contact_channels.sign_up_session_id is 'The session that signed up with this address; null for an address that was added later or by a server, and for sign-ups before this column. No foreign key: an ended session cannot come back.';
comment on column contact_channels.sign_up_user_agent is 'The browser that signed up, in its own words, for the owner of the mailbox to recognise.';

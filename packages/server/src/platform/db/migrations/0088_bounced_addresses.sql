-- Owners see which addresses of users do not exist. A bounce blocks no mails, or an attacker could lock users out.
alter table contact_channels add column bounced_at timestamptz, add column bounce_reason text;
comment on column contact_channels.bounced_at is 'When a mail server last refused the mailbox permanently. Null again once a mail is accepted or the address is proved.';
comment on column contact_channels.bounce_reason is 'The reply of that server, without addresses, links and codes.';

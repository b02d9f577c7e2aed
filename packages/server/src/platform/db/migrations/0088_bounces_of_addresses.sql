-- Owners see which addresses of users do not exist. A bounce blocks no mails, or an attacker could lock users out.
create table contact_channel_bounces (
  project_id text        not null,
  channel_id uuid        not null,
  bounced_at timestamptz not null,
  reason     text        not null,
  primary key (channel_id, project_id),
  constraint contact_channel_bounces_channel foreign key (project_id, channel_id)
    references contact_channels (project_id, id) on delete cascade
);
comment on table contact_channel_bounces is 'The mailboxes that a mail server has refused permanently, until a mail to them is accepted or they are proved.';
comment on column contact_channel_bounces.reason is 'The reply of that server, without addresses, links and codes.';

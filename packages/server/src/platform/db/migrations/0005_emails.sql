-- Outgoing mail is written with the change that causes it and delivered later; the row is also the record of what was sent.
create table emails (
  project_id      text        not null references projects (id) on delete cascade,
  id              uuid        not null,
  template        text        not null constraint emails_template_check
                              check (template in ('email_verification', 'password_reset', 'password_changed', 'email_changed')),
  recipient       text        not null,
  payload         jsonb       not null,
  state           text        not null default 'queued' constraint emails_state_check
                              check (state in ('queued', 'sent', 'failed')),
  attempts        integer     not null default 0,
  next_attempt_at timestamptz not null,
  subject         text,
  error           jsonb,
  created_at      timestamptz not null,
  sent_at         timestamptz,
  primary key (project_id, id)
);
comment on column emails.payload is 'What the template needs. Codes are made when the mail is sent, so none is ever stored here.';
comment on column emails.next_attempt_at is 'While a worker delivers the mail this is the end of its lease.';
-- The second condition always holds. It keeps the index from statements about one mail, which name no moment: while there
-- are no statistics PostgreSQL would take it for as good as the key, and read the whole queue.
create index emails_due on emails (next_attempt_at) where state = 'queued' and next_attempt_at is not null;

-- Development mode keeps what it would have sent, so that /dev/inbox can show it.
create table dev_inbox (
  id          bigint generated always as identity primary key,
  project_id  text        not null references projects (id) on delete cascade,
  email_id    uuid        not null,
  recipient   text        not null,
  sender      text        not null,
  subject     text        not null,
  html        text        not null,
  text        text        not null,
  received_at timestamptz not null,
  constraint dev_inbox_once unique (project_id, email_id)
);
-- A mail is read once, if at all: packing it would cost more than everything else that is done with the row.
alter table dev_inbox alter column html set storage external;

-- Developers receive events on their own machine: a listener keeps the messages of a project until its program has fetched them.
create table webhook_listeners (
  project_id  text        not null references projects (id) on delete cascade,
  id          uuid        not null,
  event_types text[],
  ends_at     timestamptz not null,
  primary key (project_id, id)
);
comment on column webhook_listeners.event_types is 'Null: the standard events.';
comment on column webhook_listeners.ends_at is 'Moves ahead with each fetch.';
create index webhook_listeners_by_end on webhook_listeners (ends_at);

-- Without a reference to the listener: it would make the transaction of an event fail whose listener is ended at the same time.
create table webhook_listener_messages (
  project_id  text        not null references projects (id) on delete cascade,
  listener_id uuid        not null,
  message_id  uuid        not null,
  created_at  timestamptz not null,
  primary key (project_id, listener_id, message_id)
);
create index webhook_listener_messages_in_order on webhook_listener_messages (listener_id, created_at);
create index webhook_listener_messages_by_age on webhook_listener_messages (created_at);

comment on column webhook_messages.endpoint_ids is 'The endpoints that got the event, disabled ones included, and the listeners.';

create function keep_webhook_message_for_listeners() returns trigger language plpgsql as $$
begin
  insert into webhook_listener_messages (project_id, listener_id, message_id, created_at)
  select new.project_id, l.id, new.id, new.created_at
  from unnest(new.endpoint_ids) wanted (id), lateral (
    select id from webhook_listeners where project_id = new.project_id and id = wanted.id offset 0
  ) l;
  return null;
end $$;

create trigger keep_webhook_message_for_listeners after insert on webhook_messages
  for each row execute function keep_webhook_message_for_listeners();

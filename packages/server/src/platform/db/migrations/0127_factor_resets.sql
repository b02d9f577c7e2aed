-- An owner announces the removal of a second factor, and it takes effect after a waiting time in which it can be cancelled.
alter table users add column factor_reset_started_at timestamptz;
alter table users add column factor_reset_at timestamptz
  constraint users_factor_reset check ((factor_reset_at is null) = (factor_reset_started_at is null));
comment on column users.factor_reset_at is 'When the announced removal of the second factor takes effect; null without one.';
-- For the worker. Almost no user has an announced removal.
create index users_factor_reset on users (factor_reset_at, project_id, id) where factor_reset_at is not null;

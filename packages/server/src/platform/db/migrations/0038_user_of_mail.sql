-- A mail about a user is deleted with the user, also one to an address that the user no longer has.
alter table emails add column user_id uuid,
  add constraint emails_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade;
comment on column emails.user_id is 'The user whom the mail is about. Null for a mail to an address that may have no account, such as one with a sign-in code.';
create index emails_by_user on emails (user_id, project_id) where user_id is not null;

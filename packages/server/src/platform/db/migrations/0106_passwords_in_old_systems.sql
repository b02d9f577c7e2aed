-- The password of an imported user can be only in the old system of the project, which checks it at the first sign-in.
alter table users add column password_in_old_system boolean not null default false;
comment on column users.password_in_old_system is 'The user has a password in the old system of the project and none here. False from the first password on, and after a claim.';
create index users_password_in_old_system on users (project_id) where password_in_old_system;

-- An import counts its users with one statement, so the trigger does not count them one by one (docs/decisions/108-an-import-counts-its-users-at-once.md).
alter table users add column counted_by_insert boolean not null default false;
comment on column users.counted_by_insert is 'The statement that inserted the user has counted the user in the figures. The trigger counts all others.';
create or replace trigger users_figures after delete on users for each row execute function count_user();
create trigger users_figures_of_new after insert on users for each row when (not new.counted_by_insert) execute function count_user();

-- A restored database does not know the refresh tokens that clients have got since its backup. They are no sign of theft.
alter table projects add column restored_at timestamptz;
comment on column projects.restored_at is 'When the database was restored from a backup last. A session that was used last before it may have newer tokens than the database knows.';

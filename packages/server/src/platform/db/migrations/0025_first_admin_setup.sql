-- The set-up of the first admin closes for good; it used to come back when the last owner was gone.
create table first_admin_setup (
  is_only_row boolean primary key default true constraint first_admin_setup_is_only_row_check check (is_only_row),
  is_open     boolean not null,
  opening     integer not null
);
comment on column first_admin_setup.opening is 'Counts the closings. The secret of the link depends on it, so that an old link stays closed.';
insert into first_admin_setup (is_open, opening)
select
  not exists (
    select from users
    where project_id = 'internal' and server_metadata -> 'managedProjectIds' ? 'internal' and not is_anonymous)
  and not exists (
    select from audit_events where project_id = 'internal' and action = 'service.first_admin_created'),
  (select count(*) from audit_events where project_id = 'internal' and action = 'service.first_admin_created');

-- The number of teams of a project, counted as that of its users is (0045).
create function count_new_teams() returns trigger language plpgsql as $$
begin
  insert into figure_deltas (project_id, figure, key, amount)
  select project_id, 'teams', '', count(*) from changed group by project_id;
  return null;
end $$;
create trigger teams_figures_inserted after insert on teams referencing new table as changed
  for each statement execute function count_new_teams();

create function count_deleted_teams() returns trigger language plpgsql as $$
begin
  insert into figure_deltas (project_id, figure, key, amount)
  select project_id, 'teams', '', -count(*) from changed group by project_id;
  return null;
end $$;
create trigger teams_figures_deleted after delete on teams referencing old table as changed
  for each statement execute function count_deleted_teams();

insert into figures (project_id, figure, key, amount)
select project_id, 'teams', '', count(*) from teams group by project_id;
comment on column figures.figure is 'users, anonymous_users, teams, sign_ups (key: day), active_users (key: day), methods (key: method), countries (key: country).';

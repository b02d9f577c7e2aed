-- Users may create a limited number of teams, whether or not they stay members. Teams of servers and of earlier versions do not count.
alter table teams add column creator_user_id uuid;
comment on column teams.creator_user_id is 'The user who created the team with client access. Not a reference: deleting the user must lock no teams.';
create index teams_creator on teams (creator_user_id, project_id) where creator_user_id is not null;

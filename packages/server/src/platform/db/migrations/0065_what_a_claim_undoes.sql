-- A claim undoes what a session of the unproved account may have set up, in teams and in the profile, and keeps what a server has set. Records of
-- earlier versions count as set by a server.
alter table team_members
  add column joined_itself boolean not null default false,
  add column invited_by_user_id uuid;
comment on column team_members.joined_itself is 'A session of the user created the team, or accepted an invitation to an address that the user did not have.';
comment on column team_members.invited_by_user_id is 'The member whose invitation the user accepted. No foreign key: a deleted inviter is as good as none.';

alter table users add column client_written text[] not null default '{}';
comment on column users.client_written is 'The fields of the profile whose present value a session or a provider wrote: display_name, client_metadata, profile_image_url.';

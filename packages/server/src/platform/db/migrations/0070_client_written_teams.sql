-- A claim resets what a session of the unproved account wrote into a team that has no other members. Teams of earlier versions count as written
-- by a server.
alter table teams add column client_written text[] not null default '{}';
comment on column teams.client_written is 'The fields whose present value a session wrote: display_name, client_metadata, profile_image_url.';

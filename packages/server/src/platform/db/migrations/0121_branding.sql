-- People see the company whose product they use: its signs, its colour and its addresses belong to the project.
alter table projects add column branding jsonb not null default '{}';
comment on column projects.branding is 'Named as on the wire. A logo is the path of its image below the API prefix: /images/<project>/<id>.';

-- An image belongs to a user, to a team, to a member of a team, or is a logo of the project. Logos are written under the lock of the
-- project, so that none is written after its deletion, which removes the images of the project.
alter table images
  add column logo text constraint images_logo_check
    check (logo in ('logo_url', 'logo_full_url', 'logo_dark_mode_url', 'logo_full_dark_mode_url')),
  add constraint images_one_per_logo unique (logo, project_id),
  drop constraint images_owner_check,
  add constraint images_owner_check check (
    num_nonnulls(user_id, team_id, member_user_id, logo) = 1 and num_nonnulls(member_user_id, member_team_id) in (0, 2));

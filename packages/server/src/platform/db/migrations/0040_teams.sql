-- Teams with their members, permissions and invitations.
create table teams (
  project_id                text        not null references projects (id) on delete cascade,
  id                        uuid        not null,
  display_name              text        not null,
  profile_image_url         text,
  client_metadata           jsonb,
  client_read_only_metadata jsonb,
  server_metadata           jsonb,
  created_at                timestamptz not null,
  primary key (project_id, id)
);
comment on column teams.profile_image_url is 'An http(s) URL, or the path of the image below the API prefix: /images/<project>/<id>.';
-- The condition keeps lookups by id, which do not name the moment, away from an index that starts with the project.
create index teams_in_order on teams (project_id, created_at, id) where created_at is not null;

create table team_members (
  project_id        text        not null,
  team_id           uuid        not null,
  user_id           uuid        not null,
  display_name      text,
  profile_image_url text,
  is_selected       boolean     not null default false,
  created_at        timestamptz not null,
  user_signed_up_at timestamptz not null,
  constraint team_members_team foreign key (project_id, team_id) references teams (project_id, id) on delete cascade,
  constraint team_members_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
comment on column team_members.display_name is 'The name of the user in this team; null for the name of the user.';
comment on column team_members.is_selected is 'The team that the user works in at the moment: at most one per user.';
comment on column team_members.user_signed_up_at is 'The sign-up of the user, which never changes. The list of the users of a team has this order.';
-- Without the project, so that no lookup by user takes it.
create index team_members_of_team on team_members (team_id);
-- The lists of the members of a team, of its users, and of all memberships of the project. The conditions keep every query
-- that does not name the moment away from these indexes, which also contain the columns of lookups.
create index team_members_by_creation on team_members (team_id, created_at, user_id, project_id)
  where created_at is not null;
create index team_members_by_sign_up on team_members (team_id, user_signed_up_at, user_id, project_id)
  where user_signed_up_at is not null;
create index team_members_in_order on team_members (project_id, created_at, team_id, user_id)
  where created_at is not null;
-- The indexes of lookups come last: of indexes that seem equally good, PostgreSQL takes the newest. Keys begin with the user
-- (decision 012).
alter table team_members add primary key (user_id, team_id, project_id);
create unique index team_members_selected on team_members (user_id, project_id) where is_selected;

create table permission_definitions (
  project_id     text   not null references projects (id) on delete cascade,
  -- Grants and containment refer to the key, so that a rename changes one row.
  key            text   not null constraint permission_definitions_key_check check (key !~ '^\$'),
  id             text   not null constraint permission_definitions_id_check check (id ~ '^[a-z0-9_:]{1,128}$'),
  scope          text   not null constraint permission_definitions_scope_check check (scope in ('team', 'project')),
  description    text,
  contained_keys text[] not null default '{}',
  primary key (project_id, key),
  -- The project is not the first column: until the next "analyze", the planner expects no rows in a new project, and would look
  -- keys up with this index too, by reading all definitions of the project for each key.
  constraint permission_definitions_once unique (id, project_id)
);
comment on column permission_definitions.key is 'A random id. The key of a system permission is its id, which starts with $.';
comment on column permission_definitions.contained_keys is 'Keys of definitions of the same scope and of system permissions.';

create function define_initial_permissions(project text) returns void language sql as $$
  insert into permission_definitions (project_id, key, id, scope, description, contained_keys)
  select id, gen_random_uuid()::text, 'team_member', 'team', 'Default permission of team members.',
    '{$read_members,$invite_members}'::text[]
  from projects where id = project
  union all
  select id, gen_random_uuid()::text, 'team_admin', 'team', 'Default permission of team creators.',
    '{$update_team,$delete_team,$read_members,$remove_members,$invite_members,$manage_api_keys}'::text[]
  from projects where id = project
  on conflict do nothing
$$;

-- During a rolling update, a node of the previous version creates projects without these two permissions. The trigger runs at the
-- commit, after the statements of a node of this version. Drop both functions when no node of the previous version can run.
create function define_permissions_of_earlier_version() returns trigger language plpgsql as $$
begin
  perform define_initial_permissions(new.id);
  return null;
end $$;
create constraint trigger projects_of_earlier_version after insert on projects deferrable initially deferred
  for each row execute function define_permissions_of_earlier_version();

select define_initial_permissions(id) from projects;

create table team_permissions (
  project_id     text not null,
  team_id        uuid not null,
  user_id        uuid not null,
  permission_key text not null,
  primary key (user_id, team_id, permission_key, project_id),
  constraint team_permissions_member foreign key (user_id, team_id, project_id)
    references team_members (user_id, team_id, project_id) on delete cascade
);
create index team_permissions_by_key on team_permissions (permission_key, project_id) where permission_key !~ '^\$';

create table project_permissions (
  project_id     text not null,
  user_id        uuid not null,
  permission_key text not null,
  primary key (user_id, permission_key, project_id),
  constraint project_permissions_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
-- No grant in a project is of a system permission. The condition keeps other queries from this index.
create index project_permissions_by_key on project_permissions (permission_key, project_id) where permission_key !~ '^\$';

create table team_invitations (
  project_id      text        not null,
  id              uuid        not null,
  team_id         uuid        not null,
  recipient_email text,
  inviter_user_id uuid,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  accepted_at     timestamptz,
  signed_up_at    timestamptz,
  primary key (id, project_id),
  constraint team_invitations_recipient_check check ((recipient_email is null) = (accepted_at is not null)),
  constraint team_invitations_team foreign key (project_id, team_id) references teams (project_id, id) on delete cascade,
  constraint team_invitations_inviter foreign key (project_id, inviter_user_id) references users (project_id, id) on delete cascade
);
comment on column team_invitations.recipient_email is 'Canonical; null after the acceptance.';
comment on column team_invitations.inviter_user_id is 'The member whose permission to invite is checked again on acceptance; null for a server.';
comment on column team_invitations.signed_up_at is 'The sign-up that had its address verified by the code. The code allows one.';
create unique index team_invitations_open on team_invitations (recipient_email, team_id, project_id, inviter_user_id)
  nulls not distinct where accepted_at is null;
create index team_invitations_of_team on team_invitations (team_id, project_id);
create index team_invitations_of_inviter on team_invitations (inviter_user_id, project_id) where inviter_user_id is not null;
create index team_invitations_by_expiry on team_invitations (expires_at);

alter table verification_codes drop constraint verification_codes_kind_check;
alter table verification_codes add constraint verification_codes_kind_check check (kind in (
  'contact_channel_verification', 'password_reset', 'sign_in', 'mfa_attempt', 'passkey_registration',
  'passkey_authentication', 'oauth_flow', 'team_invitation'));

alter table emails drop constraint emails_template_check;
alter table emails add constraint emails_template_check check (template in (
  'address_added', 'email_changed', 'email_verification', 'password_changed', 'password_reset', 'sign_in_code',
  'sign_in_method_changed', 'team_invitation'));

-- The first statistics at a thousand rows, as in migration 0016.
do $$
declare
  growing text;
begin
  foreach growing in array array[
    'teams', 'team_members', 'permission_definitions', 'team_permissions', 'project_permissions', 'team_invitations'
  ] loop
    execute format('alter table %I set (autovacuum_analyze_threshold = 1000, autovacuum_vacuum_threshold = 1000)', growing);
  end loop;
end $$;

-- An image belongs to a user, to a team, or to a member of a team.
alter table images
  alter column user_id drop not null,
  add column team_id uuid,
  add column member_team_id uuid,
  add column member_user_id uuid,
  add constraint images_one_per_team unique (team_id, project_id),
  add constraint images_one_per_member unique (member_user_id, member_team_id, project_id),
  add constraint images_team foreign key (project_id, team_id) references teams (project_id, id) on delete cascade,
  add constraint images_member foreign key (member_user_id, member_team_id, project_id)
    references team_members (user_id, team_id, project_id) on delete cascade,
  add constraint images_owner_check check (
    num_nonnulls(user_id, team_id, member_user_id) = 1 and num_nonnulls(member_user_id, member_team_id) in (0, 2));

create or replace view user_profiles as
select u.project_id, u.id, u.display_name,
  case when u.profile_image_url like '/%' then
    (select 'data:' || i.content_type || ';base64,' || replace(encode(i.bytes, 'base64'), E'\n', '')
     from images i where i.project_id = u.project_id and i.user_id = u.id)
    else u.profile_image_url end as profile_image_url,
  u.client_metadata, u.client_read_only_metadata,
  u.server_metadata, u.password_hash is not null as has_password, u.otp_auth_enabled, u.is_anonymous, u.signed_up_at,
  u.last_active_at, c.value as primary_email, coalesce(c.is_verified, false) as primary_email_verified,
  coalesce(c.used_for_auth, false) as primary_email_auth_enabled,
  u.totp_secret_sealed is not null as requires_totp,
  exists (select from passkeys p where p.project_id = u.project_id and p.user_id = u.id) as has_passkey,
  (select jsonb_agg(jsonb_build_object('provider_id', o.provider_id, 'authority', o.authority, 'account_id', o.account_id,
                                       'email', o.email)
                    order by o.created_at, o.provider_id)
   from oauth_accounts o where o.project_id = u.project_id and o.user_id = u.id) as oauth_accounts,
  case when u.project_id = 'internal' then array(
    select w.owned_project_id from project_owners w
    where w.project_id = u.project_id and w.user_id = u.id and not u.is_anonymous
    order by w.position) end as owned_project_ids,
  u.country_code, u.sign_up_risk_bot, u.sign_up_risk_free_trial_abuse,
  u.profile_image_url as profile_image,
  u.suspended_until is not null as is_suspended, nullif(u.suspended_until, 'infinity') as suspended_until,
  u.suspension_reason, u.suspension_private_details,
  coalesce(c.sign_in_pending, false) as primary_email_sign_in_pending,
  -- Names no used_for_auth as a condition, which would suggest the index of all sign-in addresses of the project.
  case when c.used_for_auth then true else coalesce((
    select bool_or(s.used_for_auth) from contact_channels s
    where s.project_id = u.project_id and s.user_id = u.id), false) end as has_sign_in_address,
  -- The address that notices go to. The others are read only if the primary one is not verified.
  case when c.is_verified then c.value else (
    select v.value from contact_channels v
    where v.project_id = u.project_id and v.user_id = u.id and v.is_verified
    order by v.is_claimed desc, v.used_for_auth desc, v.created_at, v.id limit 1) end as notice_email,
  -- Subqueries, because most users have no selected team. Each reads one row by the index of selected teams.
  (select m.team_id from team_members m
   where m.project_id = u.project_id and m.user_id = u.id and m.is_selected) as selected_team_id,
  (select jsonb_build_object('id', t.id, 'display_name', t.display_name, 'profile_image_url', t.profile_image_url,
                             'client_metadata', t.client_metadata, 'client_read_only_metadata', t.client_read_only_metadata,
                             'server_metadata', t.server_metadata, 'created_at', extract(epoch from t.created_at) * 1000)
   from team_members m, lateral (
     select * from teams where project_id = m.project_id and id = m.team_id offset 0
   ) t
   where m.project_id = u.project_id and m.user_id = u.id and m.is_selected) as selected_team
from users u
left join contact_channels c on c.project_id = u.project_id and c.user_id = u.id and c.is_primary;

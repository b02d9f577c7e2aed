-- Project owners get a table of their own: an array in the metadata of a user cannot refer to projects, and finding the owners of a project
-- read every user of "internal".
create table project_owners (
  project_id       text   not null default 'internal' constraint project_owners_project_check check (project_id = 'internal'),
  user_id          uuid   not null,
  owned_project_id text   not null references projects (id) on delete cascade,
  position         bigint not null generated always as identity,
  -- Serves deletions of users as well: the user first (decision 012).
  primary key (user_id, owned_project_id, project_id),
  constraint project_owners_user foreign key (project_id, user_id) references users (project_id, id) on delete cascade
);
comment on column project_owners.project_id is 'The project of the user. Only users of "internal" own projects.';
comment on column project_owners.position is 'Projects of a user are listed in this order: the order in which the user acquired them.';
create index project_owners_owned_project on project_owners (owned_project_id);

-- Ids of projects that do not exist are dropped, and so are the lists of anonymous users, who own nothing.
insert into project_owners (user_id, owned_project_id)
select u.id, listed.id
from users u,
  jsonb_array_elements_text(
    case when jsonb_typeof(u.server_metadata -> 'managedProjectIds') = 'array'
      then u.server_metadata -> 'managedProjectIds' else '[]' end) with ordinality listed (id, position)
where u.project_id = 'internal' and not u.is_anonymous and exists (select from projects p where p.id = listed.id)
order by u.id, listed.position
on conflict do nothing;

-- The member stays as an empty list. It is what the user is shown while they own no project.
update users set server_metadata = server_metadata || '{"managedProjectIds": []}'
where project_id = 'internal' and jsonb_typeof(server_metadata) = 'object' and server_metadata ? 'managedProjectIds';

create or replace view user_profiles as
select u.project_id, u.id, u.display_name, u.profile_image_url, u.client_metadata, u.client_read_only_metadata,
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
    order by w.position) end as owned_project_ids
from users u
left join contact_channels c on c.project_id = u.project_id and c.user_id = u.id and c.is_primary;

-- What the owner of a project sees while connecting an app: its first request, its first sign-in, and a bounded sample of its newest
-- requests, failed ones included.
create table recent_requests (
  project_id        text        not null references projects (id) on delete cascade,
  -- What the caller has proved, and whether the request succeeded. The newest of each kind are kept, so that many of one
  -- kind never displace another.
  kind              text        not null constraint recent_requests_kind_check check (kind in (
                      'server_ok', 'server_failed', 'client_ok', 'client_failed', 'unverified_ok', 'unverified_failed')),
  at                timestamptz not null,
  id                uuid        not null,
  method            text        not null,
  route             text        not null,
  status            integer     not null,
  error_code        text,
  access_type       text,
  origin            text,
  is_origin_trusted boolean,
  client_version    text,
  client_address    text        not null,
  request_id        text        not null,
  primary key (project_id, kind, at, id)
);

create table first_uses (
  project_id             text primary key references projects (id) on delete cascade,
  request_at             timestamptz,
  request_origin         text,
  request_client_version text,
  sign_in_at             timestamptz,
  sign_in_user_id        uuid,
  sign_in_method         text,
  constraint first_uses_user foreign key (project_id, sign_in_user_id) references users (project_id, id)
    on delete set null (sign_in_user_id)
);
comment on column first_uses.sign_in_user_id is 'Null after the deletion of the user.';

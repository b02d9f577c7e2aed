-- Users are searched by a part of their name or address. A trigram index per project finds it without reading the users of the project.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Only the search compares the expression `project_id || ''`. With the column itself, PostgreSQL may choose any index that starts with
-- the project, and read the whole project. Without `fastupdate`, no search has to read a list of recent changes.
create index users_search on users using gin ((project_id || ''), display_name gin_trgm_ops) with (fastupdate = off)
  where display_name is not null;
create index contact_channels_search on contact_channels using gin ((project_id || ''), value gin_trgm_ops) with (fastupdate = off);

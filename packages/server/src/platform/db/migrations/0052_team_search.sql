-- Teams are searched by a part of their name, as users are (0036).
create index teams_search on teams using gin ((project_id || ''), display_name gin_trgm_ops) with (fastupdate = off);

-- When the user of a session proved who they are: credentials are changed only soon after that.
alter table sessions add column authenticated_at timestamptz;
update sessions set authenticated_at = created_at;
alter table sessions alter column authenticated_at set not null;

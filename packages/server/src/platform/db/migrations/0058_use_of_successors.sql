-- A replaced refresh token is a copy in other hands only if its successor was used: until then its holder may have missed the answer.
alter table sessions add column is_successor_used boolean not null default false;
comment on column sessions.is_successor_used is 'Whether the current token was used without being replaced. Its replacement makes the previous token an older one.';

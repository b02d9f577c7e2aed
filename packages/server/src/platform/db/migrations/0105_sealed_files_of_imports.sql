-- Exports can contain secrets of authenticator apps, so the pieces of files are sealed. Earlier ones are deleted: they can be uploaded again.
delete from import_pieces;
update import_runs set files_size = 0, files_expire_at = null, options_sealed = null where files_expire_at is not null;
alter table import_pieces rename column content to content_sealed;
comment on column import_pieces.digest is 'SHA-256 of the content before it is sealed.';
comment on column import_pieces.size is 'Bytes of the content before it is sealed.';

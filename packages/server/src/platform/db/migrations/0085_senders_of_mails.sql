-- The list of sent mails says through which server each mail went, whatever the settings of the project are now.
alter table emails add column sender jsonb;
comment on column emails.sender is 'The server of the last attempt, without its password. Null before the first attempt, and for mails from before the service recorded it.';

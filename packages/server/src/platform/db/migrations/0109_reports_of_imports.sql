-- The report of an import names addresses, so it is kept for some months only.
alter table import_runs add column report_expires_at timestamptz;
comment on column import_runs.report_expires_at is 'When the findings and the marks of a dry run are deleted; null afterwards.';
update import_runs set report_expires_at = created_at + interval '90 days';
create index import_runs_by_expiry_of_report on import_runs (report_expires_at) where report_expires_at is not null;

-- Lines of two files, and several records of one line, have a finding each. Findings of earlier versions have no file.
alter table import_findings add column file text not null default '', add column record bytea not null default '';
alter table import_findings drop constraint import_findings_pkey, add primary key (run_id, file, line, record, project_id);
comment on column import_findings.record is 'SHA-256 of what identifies the record, or of the problem of a line that could not be read.';

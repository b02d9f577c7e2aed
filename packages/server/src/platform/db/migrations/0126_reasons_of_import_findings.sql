-- The dashboard shows findings in the language of the owner, so a finding has codes beside its sentence.
alter table import_findings add column reasons jsonb not null default '[]';
comment on column import_findings.reasons is 'A list of objects with code, value and line. Empty for a finding of an earlier version.';

-- So has the failure of a job.
alter table jobs add column error_code text;
comment on column jobs.error_code is 'The kind of the failure that error describes, if it has one.';

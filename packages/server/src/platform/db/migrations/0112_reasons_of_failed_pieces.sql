-- A lock or a lost connection says nothing about the records of a piece: only failures of the records themselves count towards leaving one out.
alter table jobs add column defects integer not null default 0 constraint jobs_defects_check check (defects >= 0);
comment on column jobs.defects is 'Attempts at the next piece that failed for a reason that does not pass by itself.';

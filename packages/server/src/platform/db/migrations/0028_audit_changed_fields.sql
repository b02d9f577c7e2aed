-- An audit entry names the fields that a change has written; their values stay out of it.
alter table audit_events add column changed_fields text[];

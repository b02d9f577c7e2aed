-- An entry names what its sentence needs beside the target, such as "granted editor in Sales to Ada" and the key set that did it.
-- Ids only, without foreign keys, because entries outlive what they name. Entries from before have none.
alter table audit_events
  add column actor_key_set_id text,
  add column team_id text,
  add column permission_id text,
  add column provider_id text;

-- An attacker can add an address of their own to an unproved account and accept an invitation to it. Only an invitation to the address that
-- claims the account shows that its owner was meant.
alter table team_members add column invited_email_hash bytea;
comment on column team_members.invited_email_hash is 'SHA-256 of the address whose invitation the user accepted. An accepted invitation does not keep the address.';
comment on column team_members.joined_itself is 'A session of the user created the team.';

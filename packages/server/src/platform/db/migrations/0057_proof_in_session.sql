-- An address that an operator typed, and that nobody has proved, may be that of another person because of a typing error. It identifies its
-- user only with the password, until the user proves it in a session of their own.
alter table contact_channels add column requires_session_proof boolean not null default false;
comment on column contact_channels.requires_session_proof is 'Until the address is claimed, only a session of its user proves it; mailed codes, resets and providers do not open the account.';

-- The owners of the service whose address no sign-up and no session has set: first admins.
update contact_channels c set requires_session_proof = true
where c.project_id = 'internal' and not c.is_claimed and c.sign_up_session_id is null and c.added_session_id is null
  and exists (select from project_owners o where o.project_id = c.project_id and o.user_id = c.user_id
              and o.owned_project_id = 'internal');

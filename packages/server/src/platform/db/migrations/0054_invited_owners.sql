-- Finds the invitations of an address that signs up.
create index project_owner_invitations_of_recipient on project_owner_invitations (recipient_email)
  where recipient_email is not null;

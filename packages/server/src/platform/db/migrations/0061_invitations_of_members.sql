-- A change of permission definitions ends the invitations of members who may no longer invite. It reads those of the project in pieces.
-- The condition on the time of creation keeps other queries from this index.
create index team_invitations_of_members on team_invitations (project_id, id)
  where inviter_user_id is not null and recipient_email is not null and created_at is not null;

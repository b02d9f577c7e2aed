/**
 * What a claim does to each column that names a user (rule S-23). A test compares the list with the schema: decide here
 * what a claim does to a new kind of record, and implement it in `claim-account.ts` or `undo-unproved.ts`.
 */
export const claimedRecords: Readonly<Record<string, string>> = {
  'api_keys.user_id': 'deleted, as a credential',
  'api_keys.created_by_user_id': 'keys of teams are revoked',
  'contact_channels.user_id': 'the proved address stays; unclaimed ones that a client or a sign-up added are removed',
  'emails.user_id': 'stays; a mail is composed at delivery and checks that it still has a purpose',
  'first_uses.sign_in_user_id': 'stays; a figure of the project',
  'images.user_id': 'removed if a client uploaded it',
  'images.member_user_id': 'removed with the profile in the team',
  'imported_users.user_id': 'stays; it names where a server brought the user from',
  'known_devices.user_id': 'deleted: the devices may be those of another person',
  'oauth_accounts.user_id': 'removed, as a credential, except the one that proves the address',
  'oauth_codes.user_id': 'ended',
  'partner_authorizations.owner_user_id': 'stays; it yields a key only while the session that confirmed is active',
  'project_owner_invitations.inviter_user_id': 'deleted',
  'project_owners.user_id': 'deleted',
  'project_permissions.user_id': 'stays; only servers grant permissions in the project',
  'sessions.user_id': 'ended',
  'sign_ups.user_id': 'stays; it says how the account began, for dry runs of the rules for sign-up',
  'team_invitations.inviter_user_id': 'deleted',
  'team_members.user_id': 'ended if a session joined and the team has other members',
  'team_members.invited_by_user_id': 'ended in teams in which the account stays',
  'team_permissions.user_id': 'ends with the membership',
  'teams.creator_user_id':
    'forgotten, so that the teams do not count for the owner; what sessions wrote into a team without other members is reset',
  'user_activity.user_id': 'stays; a figure of the user',
  'user_devices.user_id': 'deleted: a remembered device takes the place of a factor',
  'user_passkeys.user_id': 'removed, as a credential',
  'users.id': 'profile fields that a client wrote are emptied, and the password is removed; what a server wrote stays',
  'verification_codes.user_id': 'ended',
  'webhook_messages.user_id': 'stays; what happened is history for the backend of the host',
}

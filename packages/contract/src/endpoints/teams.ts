import { z } from 'zod'

import { clientAndServer, endpoint } from './endpoint.ts'
import { TEAM_SUMMARIES_MAX, TEAM_SUMMARY_MEMBERS_MAX } from '../limits/constants.ts'
import {
  countedWholeOrPageOf,
  flag,
  imageUrl,
  label,
  listQuery,
  metadata,
  millis,
  noQuery,
  queryMillis,
  success,
  userIdOrMe,
  uuid,
  wholeOrPageOf,
} from './primitives.ts'

export const teamClientRead = z.object({
  id: uuid.describe('A UUID, which never changes.'),
  display_name: z.string().describe('The name that members see.'),
  profile_image_url: z.string().nullable().describe('The address of the picture; null without one.'),
  client_metadata: metadata.describe(
    'Data of your app that members can read, and write with the permission `$update_team`.',
  ),
  client_read_only_metadata: metadata.describe('Data of your app that members can read and only servers can write.'),
  second_factor_required: z.boolean().describe('Each member needs a second factor. An extension of the protocol.'),
})

export const teamServerRead = teamClientRead.extend({ server_metadata: metadata, created_at_millis: millis })

/** The number of members and open invitations of a team, and its last activity. */
export const teamSummary = z.object({
  member_count: z.int().describe(`The number of members, at most ${TEAM_SUMMARY_MEMBERS_MAX}.`),
  is_member_count_capped: z.boolean().describe('True: the team has more members than `member_count`.'),
  open_invitation_count: z.int(),
  last_active_at_millis: millis
    .nullable()
    .describe(
      'The last activity of a member. Null if no member has ever been active, and if `is_member_count_capped`.',
    ),
})

export const listedTeam = teamServerRead.extend({
  summary: teamSummary.optional().describe('Present if the call asks for it.'),
})

/** The fields that a member with `$update_team` can change. */
export const teamClientUpdate = z.strictObject({
  display_name: label.optional(),
  profile_image_url: imageUrl.nullable().optional(),
  client_metadata: metadata.optional(),
  second_factor_required: z
    .boolean()
    .optional()
    .describe(
      "Whether each member needs an authenticator app, or a passkey with user verification. A member without one can use the account as before for the project's `second_factor_grace_days`, from the start of the requirement, the start of the membership or the sign-up, whichever is latest. An extension of the protocol.",
    ),
})

/** The fields that a server can change. */
export const teamServerUpdate = teamClientUpdate.extend({
  client_read_only_metadata: metadata.optional(),
  server_metadata: metadata.optional(),
})

const creator = {
  display_name: label,
  creator_user_id: userIdOrMe
    .optional()
    .describe(
      'The first member, who gets the permissions of team creators. Clients can name only their own user, and do so by default. Without it, a team that a server creates has no members.',
    ),
}

export const teamClientCreate = teamClientUpdate.extend(creator)
export const teamServerCreate = teamServerUpdate.extend({
  ...creator,
  id: uuid
    .optional()
    .describe('The id of the team, such as the one of another system. No other team of the project may have it.'),
  created_at_millis: millis
    .optional()
    .describe('When the team was created in another system. Not in the future. Default: now.'),
})

const createQuery = z.strictObject({
  add_current_user: flag.optional().describe('Deprecated. `true` is `creator_user_id=me`.'),
})

const teamParams = z.object({ team_id: uuid })

const teamListQuery = z
  .strictObject({
    user_id: userIdOrMe.optional().describe('Only teams of this user. Absent: all teams of the project.'),
    ...listQuery,
    desc: flag.optional().describe('Newest first. Default: oldest first.'),
    query: z.string().optional().describe('Part of the display name, ignoring case, or the exact id of a team.'),
    created_from_millis: queryMillis.optional().describe('Only teams that were created at or after this moment.'),
    created_until_millis: queryMillis.optional().describe('Only teams that were created before this moment.'),
    include_summary: flag
      .optional()
      .describe(`Also returns \`summary\` of each team. Needs a \`limit\` of at most ${TEAM_SUMMARIES_MAX}.`),
    include_total: flag
      .optional()
      .describe(
        'Also returns `pagination.total`: the number of teams in the list, at most 10,000 with filters. Needs `limit`.',
      ),
  })
  .refine(({ created_from_millis: from = 0, created_until_millis: until = Infinity }) => from < until, {
    path: ['created_until_millis'],
    message: '{path} must be after created_from_millis',
  })
  .refine(({ include_total: isTotalWanted, limit }) => !isTotalWanted || limit !== undefined, {
    path: ['limit'],
    message: '{path} is required with include_total',
  })
  .refine(({ include_summary: isSummaryWanted, limit = Infinity }) => !isSummaryWanted || limit <= TEAM_SUMMARIES_MAX, {
    path: ['limit'],
    message: `{path} must be at most ${TEAM_SUMMARIES_MAX} with include_summary`,
  })

export const listTeams = endpoint({
  method: 'GET',
  path: '/teams',
  tag: 'Teams',
  summary: 'Lists teams in the order of their creation. Clients can list only the teams of their own user.',
  user: 'own',
  staffRight: 'read_users',
  access: clientAndServer(
    {
      query: z.strictObject({ user_id: userIdOrMe.optional().describe('Clients must send it.'), ...listQuery }),
      response: wholeOrPageOf(teamClientRead),
    },
    { query: teamListQuery, response: countedWholeOrPageOf(listedTeam) },
  ),
  errors: [],
})

export const createTeam = endpoint({
  method: 'POST',
  path: '/teams',
  tag: 'Teams',
  summary: 'Creates a team. Clients can call it only if the project allows it.',
  status: 201,
  user: 'signed_in_client',
  mayCarryImage: true,
  staffRight: 'change_users',
  access: clientAndServer(
    { query: createQuery, body: teamClientCreate, response: teamClientRead },
    { query: createQuery, body: teamServerCreate, response: teamServerRead },
  ),
  isRateLimited: true,
  errors: ['USER_NOT_FOUND', 'PERMISSION_NOT_FOUND', 'CANNOT_GET_OWN_USER_WITHOUT_USER', 'TEAM_LIMIT_REACHED'],
})

export const readTeam = endpoint({
  method: 'GET',
  path: '/teams/{team_id}',
  tag: 'Teams',
  summary: 'Reads a team. Clients must be members.',
  user: 'signed_in_client',
  params: teamParams,
  staffRight: 'read_users',
  access: clientAndServer({ query: noQuery, response: teamClientRead }, { query: noQuery, response: teamServerRead }),
  errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_NOT_FOUND'],
})

export const updateTeam = endpoint({
  method: 'PATCH',
  path: '/teams/{team_id}',
  tag: 'Teams',
  summary: 'Updates a team. Absent fields stay unchanged. Clients need the permission $update_team.',
  user: 'signed_in_client',
  params: teamParams,
  mayCarryImage: true,
  staffRight: 'change_users',
  access: clientAndServer(
    { query: noQuery, body: teamClientUpdate, response: teamClientRead },
    { query: noQuery, body: teamServerUpdate, response: teamServerRead },
  ),
  isRateLimited: true,
  errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'TEAM_NOT_FOUND'],
})

export const deleteTeam = endpoint({
  method: 'DELETE',
  path: '/teams/{team_id}',
  tag: 'Teams',
  summary: 'Deletes a team with everything that belongs to it. Clients need the permission $delete_team.',
  user: 'signed_in_client',
  params: teamParams,
  staffRight: 'change_users',
  access: clientAndServer({ query: noQuery, response: success }, { query: noQuery, response: success }),
  errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'TEAM_NOT_FOUND'],
})

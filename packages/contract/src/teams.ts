import { z } from 'zod'

import { clientAndServer, endpoint } from './endpoint.ts'
import {
  flag,
  imageUrl,
  label,
  listQuery,
  metadata,
  millis,
  noQuery,
  success,
  userIdOrMe,
  uuid,
  wholeOrPageOf,
} from './primitives.ts'

export const teamClientRead = z.object({
  id: uuid,
  display_name: z.string(),
  profile_image_url: z.string().nullable(),
  client_metadata: metadata,
  client_read_only_metadata: metadata,
})

export const teamServerRead = teamClientRead.extend({ server_metadata: metadata, created_at_millis: millis })

/** The fields that a member with `$update_team` can change. */
export const teamClientUpdate = z.strictObject({
  display_name: label.optional(),
  profile_image_url: imageUrl.nullable().optional(),
  client_metadata: metadata.optional(),
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
export const teamServerCreate = teamServerUpdate.extend(creator)

const createQuery = z.strictObject({
  add_current_user: flag.optional().describe('Deprecated. `true` is `creator_user_id=me`.'),
})

const teamParams = z.object({ team_id: uuid })

export const listTeams = endpoint({
  method: 'GET',
  path: '/teams',
  tag: 'Teams',
  summary: 'Lists teams, oldest first. Clients can list only the teams of their own user.',
  user: 'own',
  access: clientAndServer(
    {
      query: z.strictObject({ user_id: userIdOrMe.optional().describe('Clients must send it.'), ...listQuery }),
      response: wholeOrPageOf(teamClientRead),
    },
    {
      query: z.strictObject({
        user_id: userIdOrMe.optional().describe('Only teams of this user. Absent: all teams of the project.'),
        ...listQuery,
      }),
      response: wholeOrPageOf(teamServerRead),
    },
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
  access: clientAndServer(
    { query: createQuery, body: teamClientCreate, response: teamClientRead },
    { query: createQuery, body: teamServerCreate, response: teamServerRead },
  ),
  isRateLimited: true,
  errors: ['USER_NOT_FOUND', 'PERMISSION_NOT_FOUND', 'CANNOT_GET_OWN_USER_WITHOUT_USER'],
})

export const readTeam = endpoint({
  method: 'GET',
  path: '/teams/{team_id}',
  tag: 'Teams',
  summary: 'Reads a team. Clients must be members.',
  user: 'signed_in_client',
  params: teamParams,
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
  access: clientAndServer({ query: noQuery, response: success }, { query: noQuery, response: success }),
  errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'TEAM_NOT_FOUND'],
})

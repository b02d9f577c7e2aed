import { z } from 'zod'

import { millis, uuid } from './primitives.ts'
import { signInMethods } from '../catalogues/events.ts'
import { teamServerRead } from './teams.ts'
import { userServerRead } from './users.ts'
import type { WebhookEventType } from '../catalogues/webhook-event-types.ts'

/** An event that endpoints get. */
export interface WebhookEventSpec {
  /** The `data` of its body. */
  readonly data: z.ZodType
  /** When it is sent, for the reference. */
  readonly description: string
}

const membership = z.object({ team_id: uuid, user_id: uuid })
const teamPermission = z.object({ id: z.string(), team_id: uuid, user_id: uuid })
const projectPermission = z.object({ id: z.string(), user_id: uuid })
const apiKey = z.object({ id: uuid, owner_type: z.enum(['user', 'team']), owner_id: uuid })

/** The data of each event and the moment when it is sent. Objects have the form that servers read. */
export const webhookEvents: Readonly<Record<WebhookEventType, WebhookEventSpec>> = {
  'user.created': { data: userServerRead, description: 'A user was created, in any way.' },
  'user.updated': {
    data: userServerRead,
    description:
      'A user was updated by `PATCH`, even if nothing changed, an anonymous user became a full user, or a password was reset with a mailed code. Not sent for changes of contact channels, the verification of an address, and a password that the user sets or changes.',
  },
  'user.deleted': {
    data: z.object({ id: uuid, teams: z.array(z.object({ id: uuid })) }),
    description: 'A user was deleted. `teams` are the teams of the user, in the order in which the user joined them.',
  },
  'team.created': { data: teamServerRead, description: 'A team was created.' },
  'team.updated': { data: teamServerRead, description: 'A team was updated, even if nothing changed.' },
  'team.deleted': { data: z.object({ id: uuid }), description: 'A team was deleted. Its members cause no events.' },
  'team_membership.created': {
    data: membership,
    description: 'A user was added to a team or accepted an invitation. Not sent for the creator of a team.',
  },
  'team_membership.deleted': {
    data: membership,
    description: 'A user left a team, was removed from it, or was deleted, once for each team.',
  },
  'team_permission.created': {
    data: teamPermission,
    description:
      "A permission in a team was granted, or given to a new member by default. Not sent for the permissions that a team's creator gets.",
  },
  'team_permission.deleted': { data: teamPermission, description: 'A permission in a team was revoked.' },
  'project_permission.created': {
    data: projectPermission,
    description: 'A permission in the project was granted. Not sent for those that users get at sign-up.',
  },
  'project_permission.deleted': { data: projectPermission, description: 'A permission in the project was revoked.' },
  'session.created': {
    data: z.object({
      user_id: uuid,
      method: z.enum([...signInMethods, 'server', 'impersonation']),
    }),
    description: 'A user signed in or up, or a server created a session.',
  },
  'session.ended': {
    data: z.object({ id: uuid }),
    description:
      'A single session was ended. The other sessions of a user whose password changes, or who is suspended or deleted, end without this event.',
  },
  'api_key.created': { data: apiKey, description: 'An API key of a user or a team was created.' },
  'api_key.revoked': {
    data: apiKey.extend({ reason: z.enum(['requested', 'leaked']) }),
    description: 'An API key of a user or a team was revoked.',
  },
  'team_invitation.accepted': {
    data: z.object({ id: uuid, team_id: uuid, user_id: uuid }),
    description: 'A user accepted an invitation to a team.',
  },
  'user.suspended': {
    data: z.object({ id: uuid, until_millis: millis.nullable() }),
    description: 'A user was suspended. `until_millis` is null for a suspension without an end.',
  },
}

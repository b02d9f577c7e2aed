/** The events that an endpoint gets unless it chooses some (docs/webhooks.md#what-is-sent). */
export const standardWebhookEventTypes = [
  'user.created',
  'user.updated',
  'user.deleted',
  'team.created',
  'team.updated',
  'team.deleted',
  'team_membership.created',
  'team_membership.deleted',
  'team_permission.created',
  'team_permission.deleted',
  'project_permission.created',
  'project_permission.deleted',
] as const

/** The events that an endpoint gets only if it names them. Extensions of the protocol. */
export const optionalWebhookEventTypes = [
  'session.created',
  'session.ended',
  'api_key.created',
  'api_key.revoked',
  'team_invitation.accepted',
  'user.suspended',
] as const

export const webhookEventTypes = [...standardWebhookEventTypes, ...optionalWebhookEventTypes] as const
/** The type of an event that webhooks deliver, such as `user.created`. */
export type WebhookEventType = (typeof webhookEventTypes)[number]

import { on, type Subscriber } from '../../kernel/emit.ts'
import type { Event, EventHead } from '../../kernel/event.ts'
import { noResult, sequence, SqlText, type Statement } from '../../kernel/statement.ts'
import type { WebhookMessage } from '../../records/webhooks/message.ts'
import {
  erasePayloadsOf,
  erasePayloadsOfEach,
  writeMessages,
  writeMessagesOfEach,
} from '../../records/webhooks/messages.ts'

/** Writes the events that endpoints of the project get. Without such an endpoint nothing is written. */
export const webhooks: Subscriber = {
  write(event) {
    const messages = messagesOf(event)
    if (!messages) return null
    const { at, data, projectId, type } = event
    return sequence([
      ...(type === 'user.deleted' ? [erasePayloadsOf(projectId, data.userId)] : []),
      writeMessages(projectId, at, messages),
    ]).map(noResult)
  },
  writeEach(head) {
    const messages = messagesOfEach[head.type]
    if (!messages) {
      if (messagesOf.handles(head.type)) {
        throw new Error(`The subscriber of webhooks handles ${head.type} one at a time. Use emit instead of emitEach.`)
      }
      return null
    }
    return ofEach(head, messages)
  },
}

function ofEach({ at, projectId, type }: EventHead, messages: SqlText): Statement<void> {
  return sequence([
    ...(type === 'user.deleted' ? [erasePayloadsOfEach(projectId)] : []),
    writeMessagesOfEach(projectId, at, messages),
  ]).map(noResult)
}

const messagesOf = on<readonly WebhookMessage[]>({
  'user.created': ({ data }) => [userSnapshot('user.created', data.userId)],
  'user.updated': ({ data }) => [userSnapshot('user.updated', data.userId)],
  'user.approved': ({ data }) => [userSnapshot('user.updated', data.userId)],
  // The official service updates the anonymous user, too.
  'user.upgraded': ({ data }) => [userSnapshot('user.updated', data.userId)],
  'password.reset': ({ data }) => [userSnapshot('user.updated', data.user.id)],
  'factor_reset.started': ({ data }) => [userSnapshot('user.updated', data.userId)],
  'factor_reset.cancelled': ({ data }) => [userSnapshot('user.updated', data.userId)],
  'factor_reset.completed': ({ data }) => [userSnapshot('user.updated', data.userId)],
  // The deletion erases what is stored about the user. This message contains only ids.
  'user.deleted': ({ data }) => [
    about(null, 'user.deleted', { id: data.userId, teams: data.teamIds.map((id) => ({ id })) }),
  ],
  'user.suspended': ({ data }) => [
    about(data.userId, 'user.suspended', { id: data.userId, until_millis: data.untilMillis }),
  ],
  'team.created': ({ data }) => [teamSnapshot('team.created', data.teamId)],
  'team.updated': ({ data }) => [teamSnapshot('team.updated', data.teamId)],
  'team.deleted': ({ data }) => [about(null, 'team.deleted', { id: data.teamId })],
  'team_membership.created': ({ data: { permissionIds, teamId, userId } }) => [
    about(userId, 'team_membership.created', { team_id: teamId, user_id: userId }),
    ...permissionIds.map((id) => about(userId, 'team_permission.created', { id, team_id: teamId, user_id: userId })),
  ],
  'team_membership.deleted': ({ data: { teamId, userId } }) => [
    about(null, 'team_membership.deleted', { team_id: teamId, user_id: userId }),
  ],
  'team_permission.granted': (event) => [teamPermission('team_permission.created', event)],
  'team_permission.revoked': (event) => [teamPermission('team_permission.deleted', event)],
  'project_permission.granted': ({ data }) => [
    about(data.userId, 'project_permission.created', { id: data.permissionId, user_id: data.userId }),
  ],
  'project_permission.revoked': ({ data }) => [
    about(data.userId, 'project_permission.deleted', { id: data.permissionId, user_id: data.userId }),
  ],
  'user.signed_up': sessionOfUser,
  'user.signed_in': sessionOfUser,
  'session.created': ({ data }) => [sessionCreated(data.userId, 'server')],
  'session.impersonation_started': ({ data }) => [sessionCreated(data.userId, 'impersonation')],
  'session.ended': ({ data }) => [about(null, 'session.ended', { id: data.sessionId })],
  'api_key.created': ({ data: { keyId, ownerId, ownerType } }) => [
    about(ownerType === 'user' ? ownerId : null, 'api_key.created', {
      id: keyId,
      owner_type: ownerType,
      owner_id: ownerId,
    }),
  ],
  'api_key.revoked': ({ data: { keyId, ownerId, ownerType, reason } }) => [
    about(ownerType === 'user' ? ownerId : null, 'api_key.revoked', {
      id: keyId,
      owner_type: ownerType,
      owner_id: ownerId,
      reason,
    }),
  ],
  'team_invitation.accepted': ({ data: { invitationId, teamId, userId } }) => [
    about(userId, 'team_invitation.accepted', { id: invitationId, team_id: teamId, user_id: userId }),
  ],
})

/** The same for events that a statement emits for each of its rows: the messages as a query over `changed`. */
const messagesOfEach: { readonly [type in EventHead['type']]?: SqlText } = {
  'user.deleted': new SqlText(`
    select 'user.deleted' as type, null::uuid as user_id, json_build_object(
      'id', changed."userId",
      'teams', (select coalesce(json_agg(json_build_object('id', team)), '[]') from unnest(changed."teamIds") team)) as data
    from changed`),
  'team_membership.created': new SqlText(`
    select 'team_membership.created' as type, changed."userId" as user_id,
      json_build_object('team_id', changed."teamId", 'user_id', changed."userId") as data
    from changed
    union all
    select 'team_permission.created', changed."userId",
      json_build_object('id', permission, 'team_id', changed."teamId", 'user_id', changed."userId")
    from changed, unnest(changed."permissionIds") permission`),
  'team_membership.deleted': new SqlText(`
    select 'team_membership.deleted' as type, null::uuid as user_id,
      json_build_object('team_id', changed."teamId", 'user_id', changed."userId") as data
    from changed`),
  'session.ended': new SqlText(`
    select 'session.ended' as type, null::uuid as user_id, json_build_object('id', changed."sessionId") as data from changed`),
}

function about(userId: string | null, type: WebhookMessage['type'], data: unknown): WebhookMessage {
  return { type, userId, content: { data } }
}

function userSnapshot(type: WebhookMessage['type'], userId: string): WebhookMessage {
  return { type, userId, content: { snapshotOf: 'user', snapshotId: userId } }
}

function teamSnapshot(type: WebhookMessage['type'], teamId: string): WebhookMessage {
  return { type, userId: null, content: { snapshotOf: 'team', snapshotId: teamId } }
}

function teamPermission(
  type: WebhookMessage['type'],
  { data }: Event<'team_permission.granted' | 'team_permission.revoked'>,
): WebhookMessage {
  const { permissionId, teamId, userId } = data
  return about(userId, type, { id: permissionId, team_id: teamId, user_id: userId })
}

function sessionOfUser({ data }: Event<'user.signed_up' | 'user.signed_in'>): readonly WebhookMessage[] {
  return [sessionCreated(data.userId, data.method)]
}

function sessionCreated(userId: string, method: string): WebhookMessage {
  return about(userId, 'session.created', { user_id: userId, method })
}

import type { WebhookEventType } from '@portico/contract'

import { sequence, SqlText, type Statement, unscoped } from '../../../kernel/statement.ts'
import { teamColumns, type Team } from '../../teams/team.ts'
import { toUser, userColumns, type User, type UserRow } from '../../users/user.ts'
import type { MessageKey } from '../../webhooks/message.ts'

interface MessageHead extends MessageKey {
  readonly messageType: WebhookEventType
  readonly messageAt: Date
}

/** A message without a body, with what its body is made of. */
export interface MessageSource extends MessageHead {
  readonly source: { readonly data: unknown } | { readonly user: User } | { readonly team: Team }
}

/** Reads the sources of message bodies. Leaves out messages that have a body or were erased. */
export function listSources(keys: readonly MessageKey[]): Statement<MessageSource[]> {
  const wanted = unscoped.fragment`unnest(${keys.map(({ projectId }) => projectId)}::text[], ${keys.map(({ messageId }) => messageId)}::text[])
      wanted (project_id, id), lateral (
        select * from webhook_messages
        where project_id = wanted.project_id and id = wanted.id::uuid and body is null and source is not null offset 0
      ) message`
  const columns = new SqlText(
    'message.project_id as "projectId", message.id as "messageId", message.type as "messageType", message.created_at as "messageAt"',
  )
  return sequence({
    plain: unscoped.statement<MessageHead & { readonly data: unknown }>`
      select ${columns}, message.source as data from ${wanted} where message.snapshot_of is null`,
    users: unscoped.statement<MessageHead & UserRow>`
      select ${columns}, shown.* from ${wanted}, lateral (
        select ${userColumns} from json_populate_record(null::user_profiles, message.source)
      ) shown where message.snapshot_of = 'user'`,
    teams: unscoped.statement<MessageHead & Team>`
      select ${columns}, shown.* from ${wanted}, lateral (
        select ${teamColumns} from json_populate_record(null::teams, message.source)
      ) shown where message.snapshot_of = 'team'`,
  }).map(({ plain, teams, users }) => [
    ...plain.rows.map(({ data, ...head }) => ({ ...head, source: { data } })),
    ...users.rows.map(({ messageAt, messageId, messageType, projectId, ...row }) => ({
      ...{ messageAt, messageId, messageType, projectId },
      source: { user: toUser(row) },
    })),
    ...teams.rows.map(({ messageAt, messageId, messageType, projectId, ...team }) => ({
      ...{ messageAt, messageId, messageType, projectId },
      source: { team },
    })),
  ])
}

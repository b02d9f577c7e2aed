import type { AuditEvent } from '../data/audit.ts'
import type { EventsTexts } from '../texts/events.en.ts'

/** The actions whose target is no user, although their record belongs to one. */
const otherTargets = new Set([
  'passkey.registered',
  'oauth_account.connected',
  'oauth_account.token_read',
  'session.ended',
  'contact_channel.verified',
])

const recordsOfUsers = new Set([
  'user',
  'password',
  'second_factor',
  'passkey',
  'oauth_account',
  'session',
  'contact_channel',
  'team_membership',
  'team_member_profile',
  'team_permission',
  'project_permission',
])

type Words = Pick<AuditEvent, 'action' | 'outcome' | 'targetId'>

/** The id of the user that an event is about; null if it is about something else. */
export function targetUserOf({ action, targetId }: Words): string | null {
  const [record = ''] = action.split('.', 1)
  return recordsOfUsers.has(record) && !otherTargets.has(action) ? targetId : null
}

/** Whether the target is an owner: a user of the project "internal". */
export function isAboutOwner({ action }: Words): boolean {
  return action.startsWith('project_owner.')
}

/** The sentence of an event without its subject. An action that this version does not know is shown as it is. */
export function sentenceOf({ action, outcome, targetId }: Words, t: EventsTexts): string {
  const tables: Readonly<Record<string, string>>[] = [
    ...(outcome === 'refused' && targetId === null ? [t.refusedWithoutTarget] : []),
    outcome === 'refused' ? t.refused : t.ok,
  ]
  const sentence = tables.find((table) => Object.hasOwn(table, action))?.[action]
  return sentence ?? (targetId === null ? action : `${action} {target}`)
}

/** All actions, in the order of the table. */
export function actionsOf(t: EventsTexts): string[] {
  return [...new Set([...Object.keys(t.ok), ...Object.keys(t.refused)])].toSorted()
}

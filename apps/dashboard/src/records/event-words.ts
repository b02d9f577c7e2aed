import type { AuditEvent } from '../data/audit.ts'
import type { EventsTexts } from '../texts/en/events.ts'

/** The kinds of targets that the dashboard can name or open. */
export type TargetKind =
  | 'user'
  | 'owner'
  | 'ownerInvitation'
  | 'team'
  | 'keySet'
  | 'permission'
  | 'provider'
  | 'project'
  | 'job'
  | 'email'

const kindsOfRecords: Readonly<Record<string, TargetKind>> = {
  user: 'user',
  password: 'user',
  second_factor: 'user',
  recovery_codes: 'user',
  recovery_code: 'user',
  factor_reset: 'user',
  impersonation_link: 'user',
  passkey: 'user',
  oauth_account: 'user',
  session: 'user',
  contact_channel: 'user',
  team_membership: 'user',
  team_member_profile: 'user',
  team_permission: 'user',
  project_permission: 'user',
  project_owner: 'owner',
  project_owner_invitation: 'ownerInvitation',
  team: 'team',
  internal_api_key: 'keySet',
  permission_definition: 'permission',
  project: 'project',
  job: 'job',
  email: 'email',
}

/**
 * The actions whose target is another kind of record than the one that they are listed under. Null: nothing that has a
 * name or a page.
 */
const kindsOfActions: Readonly<Record<string, TargetKind | null>> = {
  'passkey.registered': null,
  'oauth_account.connected': 'provider',
  'oauth_account.token_read': null,
  'session.ended': null,
  'contact_channel.verified': null,
  'service.first_admin_created': 'owner',
}

type Words = Pick<AuditEvent, 'action' | 'actor' | 'outcome' | 'targetId'>

/** What a sentence can name besides the target. */
type Named = Pick<AuditEvent, 'changedFields' | 'permissionId' | 'providerId' | 'reason' | 'teamId'>

/** What an event is about; null if it has no target, or one that the dashboard can neither name nor open. */
export function targetKindOf({ action, targetId }: Pick<Words, 'action' | 'targetId'>): TargetKind | null {
  if (targetId === null) return null
  if (Object.hasOwn(kindsOfActions, action)) return kindsOfActions[action] ?? null
  const [record = ''] = action.split('.', 1)
  return Object.hasOwn(kindsOfRecords, record) ? (kindsOfRecords[record] ?? null) : null
}

/** The id of the user that an event is about; null if it is about something else. */
export function targetUserOf(event: Pick<Words, 'action' | 'targetId'>): string | null {
  return targetKindOf(event) === 'user' ? event.targetId : null
}

/** Whether the event is about the person who acted. */
export function isOnThemselves(event: Words): boolean {
  const kind = targetKindOf(event)
  return (kind === 'user' || kind === 'owner') && event.actor.id === event.targetId
}

/** Whether an owner was asked to sign in again, which is part of ordinary use and no sign of an attack. */
export function isAskedToSignIn({ action, reason }: Pick<AuditEvent, 'action' | 'reason'>): boolean {
  return action === 'access.refused' && reason === 'RECENT_SIGN_IN_REQUIRED'
}

/** The sentence of an event without its subject. An action that this version does not know is shown as it is. */
export function sentenceOf(event: Words & Named, t: EventsTexts): string {
  const { action, outcome, targetId } = event
  if (isAskedToSignIn(event)) return t.askedToSignIn
  const tables: Readonly<Record<string, string>>[] =
    outcome === 'refused'
      ? [...(targetId === null ? [t.refusedWithoutTarget] : []), t.refused]
      : [...(isOnThemselves(event) ? [t.ownDetailed, t.own] : []), t.okDetailed, t.ok]
  const sentence = tables
    .map((table) => (Object.hasOwn(table, action) ? table[action] : undefined))
    .find((text) => text !== undefined && namesOnly(text, event))
  return sentence ?? (targetId === null ? action : `${action} {target}`)
}

/** Whether the event has everything that the sentence names. */
function namesOnly(sentence: string, { changedFields, permissionId, providerId, teamId }: Named): boolean {
  const isMissing = {
    team: teamId === null,
    permission: permissionId === null,
    provider: providerId === null,
    fields: changedFields === null || changedFields.length === 0,
  }
  return Object.entries(isMissing).every(([name, missing]) => !missing || !sentence.includes(`{${name}}`))
}

/** Whether the reason of an event is the new state of production mode, which is named with the changed field. */
export function isNewState(reason: string | null): reason is string {
  return reason === 'production_mode_on' || reason === 'production_mode_off'
}

/** A changed field in words; one that this version does not know as it is. */
export function fieldIn(field: string, t: EventsTexts, reason: string | null = null): string {
  if (field === 'isProductionMode' && isNewState(reason)) return reasonIn(reason, t)
  const words: Readonly<Record<string, string>> = t.fields
  return Object.hasOwn(words, field) ? (words[field] ?? field) : field
}

/** A reason in words; an error code as it is. */
export function reasonIn(reason: string, t: EventsTexts): string {
  const words: Readonly<Record<string, string>> = t.reasons
  return Object.hasOwn(words, reason) ? (words[reason] ?? reason) : reason
}

/** All actions in alphabetical order. */
export function actionsOf(t: EventsTexts): string[] {
  return [...new Set([...Object.keys(t.ok), ...Object.keys(t.refused)])].toSorted()
}

/** What an action means, without a target: for a list of all actions. */
export function meaningOf(action: string, t: EventsTexts): string {
  const tables: Readonly<Record<string, string>>[] = [t.ok, t.refused]
  const sentence = tables.find((table) => Object.hasOwn(table, action))?.[action] ?? action
  return sentence.replace(/:? \{target\}/, ' …')
}

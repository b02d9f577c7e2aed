import {
  events,
  projectUpdate,
  teamServerUpdate,
  userJobTypes,
  userServerUpdate,
  type EventFacts,
} from '@portico/contract'
import { toCamelCaseMembers } from '@portico/contract/letter-case'
import { describe, expect, test } from 'vitest'

import type { AuditEvent } from '../data/audit.ts'
import { texts as eventsDe } from '../texts/de/events.ts'
import { eventsTexts } from '../texts/en/events.ts'
import {
  actionsOf,
  fieldIn,
  isAskedToSignIn,
  meaningOf,
  reasonIn,
  sentenceOf,
  targetKindOf,
  targetUserOf,
} from './event-words.ts'

const targetId = '6fb1c0de-52a4-4b7e-9d3a-0f8b7c21e94d'
const server = { type: 'server', id: null, keySetId: null } as const
const own = { type: 'user', id: targetId, keySetId: null } as const

function eventOf(changes: Partial<AuditEvent>): AuditEvent {
  return {
    id: '2f1e0a7c-5a52-4a7c-8f43-6b3d1b1f7c10',
    at: new Date(0),
    action: 'user.updated',
    outcome: 'ok',
    actor: server,
    targetId,
    teamId: null,
    permissionId: null,
    providerId: null,
    reason: null,
    changedFields: null,
    requestId: null,
    clientAddress: null,
    ...changes,
  }
}

/** The actions of events in the contract that have an audit entry. */
const audited = Object.entries(events).flatMap(([type, facts]) => {
  const { action = type, outcome = 'ok', target }: EventFacts = facts
  return action === null ? [] : [{ action, outcome, hasTarget: target !== undefined }]
})

describe.each([
  ['English', eventsTexts.en],
  ['German', eventsDe],
])('%s sentences of events', (_language, t) => {
  test.each(audited)('say what $action means ($outcome)', ({ action, outcome, hasTarget }) => {
    const event = eventOf({ action, outcome, targetId: hasTarget ? targetId : null })

    const sentence = sentenceOf(event, t)

    expect(sentence).not.toContain(action)
    expect(sentence).toMatch(hasTarget ? /\p{L}/u : /^[^{}]+$/u)
    expect(actionsOf(t)).toContain(action)
    expect(meaningOf(action, t)).toMatch(/^[^{}]+$/u)
  })

  test('have no action that the contract does not know', () => {
    const known = new Set(audited.map(({ action }) => action))

    const tables = [t.own, t.ownDetailed, t.okDetailed]
    const unknown = [...actionsOf(t), ...tables.flatMap((table) => Object.keys(table))].filter(
      (action) => !known.has(action),
    )

    expect(unknown).toEqual([])
  })

  test('have words for every setting of a project and every field of a user and a team', () => {
    const { config, if_version: _version, ...settings } = projectUpdate.shape
    const ofConfig = Object.keys(config.unwrap().shape).map((name) => `config.${name}`)
    const names = [...Object.keys({ ...settings, ...userServerUpdate.shape, ...teamServerUpdate.shape }), ...ofConfig]
    const fields = Object.keys(toCamelCaseMembers(Object.fromEntries(names.map((name) => [name, true]))))

    expect(fields.filter((field) => !Object.hasOwn(t.fields, field))).toEqual([])
  })

  test('have words for every type of a job', () => {
    expect(userJobTypes.map((type) => reasonIn(type, t))).not.toEqual(expect.arrayContaining([...userJobTypes]))
  })
})

describe('a sentence of an event', () => {
  test('differs for a refused and a successful act', () => {
    const signIn = { action: 'user.signed_in' }

    expect(sentenceOf(eventOf({ ...signIn, targetId: null }), eventsTexts.en)).toBe('signed in')
    expect(sentenceOf(eventOf({ ...signIn, outcome: 'refused' }), eventsTexts.en)).toBe('failed to sign in as {target}')
    expect(sentenceOf(eventOf({ ...signIn, outcome: 'refused', targetId: null }), eventsTexts.en)).toBe(
      'failed to sign in',
    )
  })

  test('differs for acts of users on themselves and acts of others on them', () => {
    expect(sentenceOf(eventOf({ action: 'user.created', actor: own }), eventsTexts.en)).toBe('signed up')
    expect(sentenceOf(eventOf({ action: 'user.created' }), eventsTexts.en)).toBe('created the user {target}')
    expect(sentenceOf(eventOf({ action: 'team_membership.deleted', actor: own }), eventsTexts.en)).toBe('left a team')
  })

  test('names the setting, the permission and the team that it is about', () => {
    const granted = { action: 'team_permission.granted', permissionId: 'editor', teamId: 't1' }

    expect(
      sentenceOf(eventOf({ action: 'project.updated', changedFields: ['isProductionMode'] }), eventsTexts.en),
    ).toBe('changed settings: {fields}')
    expect(fieldIn('isProductionMode', eventsTexts.en)).toBe('production mode')
    expect(fieldIn('isProductionMode', eventsTexts.en, 'production_mode_on')).toBe('production mode (on)')
    expect(fieldIn('isProductionMode', eventsDe, 'production_mode_off')).toBe('Produktionsmodus (aus)')
    expect(fieldIn('constructor', eventsTexts.en)).toBe('constructor')
    expect(sentenceOf(eventOf(granted), eventsTexts.en)).toBe('granted {permission} in the team {team} to {target}')
    expect(sentenceOf(eventOf({ action: 'team_membership.deleted', actor: own, teamId: 't1' }), eventsTexts.en)).toBe(
      'left the team {team}',
    )
  })

  test('leaves out what an entry from before does not name', () => {
    const granted = eventOf({ action: 'team_permission.granted', permissionId: 'editor' })

    expect(sentenceOf(granted, eventsTexts.en)).toBe('granted a permission in a team to {target}')
    expect(sentenceOf(eventOf({ action: 'project.updated', changedFields: [] }), eventsTexts.en)).toBe(
      'changed the settings of the project',
    )
  })

  test('says that an owner was asked to sign in again, which is no refused access', () => {
    const refused = { action: 'access.refused', outcome: 'refused', targetId: 'POST /internal/api-keys' } as const
    const asked = eventOf({ ...refused, reason: 'RECENT_SIGN_IN_REQUIRED' })

    expect([isAskedToSignIn(asked), sentenceOf(asked, eventsTexts.en)]).toEqual([
      true,
      'was asked to sign in again for {target}',
    ])
    expect(isAskedToSignIn(eventOf({ ...refused, reason: 'FORBIDDEN' }))).toBe(false)
  })

  test('is the action itself if it is unknown', () => {
    expect(sentenceOf(eventOf({ action: 'moon.landed', targetId: null }), eventsTexts.en)).toBe('moon.landed')
    expect(sentenceOf(eventOf({ action: 'constructor' }), eventsTexts.en)).toBe('constructor {target}')
    expect(reasonIn('constructor', eventsTexts.en)).toBe('constructor')
  })
})

describe('the target of an event', () => {
  test.each([
    ['user.suspended', 'user'],
    ['team_permission.granted', 'user'],
    ['team.created', 'team'],
    ['internal_api_key.revoked', 'keySet'],
    ['oauth_account.connected', 'provider'],
    ['service.first_admin_created', 'owner'],
    ['session.ended', null],
    ['team_invitation.sent', null],
    ['toString.called', null],
  ])('of %s is of the kind %s', (action, kind) => {
    expect(targetKindOf({ action, targetId })).toBe(kind)
  })

  test('is a user or not', () => {
    expect(targetUserOf({ action: 'user.suspended', targetId })).toBe(targetId)
    expect(targetUserOf({ action: 'user.suspended', targetId: null })).toBeNull()
    expect(targetUserOf({ action: 'team.created', targetId })).toBeNull()
  })
})

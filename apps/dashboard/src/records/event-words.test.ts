import { describe, expect, test } from 'vitest'

import { eventsEn } from '../texts/events.en.ts'
import { sentenceOf, targetUserOf } from './event-words.ts'

const targetId = '6fb1c0de-52a4-4b7e-9d3a-0f8b7c21e94d'

describe('sentences of events', () => {
  test('tells a refused act from a successful one', () => {
    expect(sentenceOf({ action: 'user.signed_in', outcome: 'ok', targetId: null }, eventsEn)).toBe('signed in')
    expect(sentenceOf({ action: 'user.signed_in', outcome: 'refused', targetId }, eventsEn)).toBe(
      'failed to sign in as {target}',
    )
    expect(sentenceOf({ action: 'user.signed_in', outcome: 'refused', targetId: null }, eventsEn)).toBe(
      'failed to sign in',
    )
  })

  test('shows an unknown action as it is', () => {
    expect(sentenceOf({ action: 'moon.landed', outcome: 'ok', targetId: null }, eventsEn)).toBe('moon.landed')
    expect(sentenceOf({ action: 'constructor', outcome: 'ok', targetId }, eventsEn)).toBe('constructor {target}')
  })

  test('knows which targets are users', () => {
    expect(targetUserOf({ action: 'user.suspended', outcome: 'ok', targetId })).toBe(targetId)
    expect(targetUserOf({ action: 'session.ended', outcome: 'ok', targetId })).toBeNull()
    expect(targetUserOf({ action: 'team.created', outcome: 'ok', targetId })).toBeNull()
  })
})

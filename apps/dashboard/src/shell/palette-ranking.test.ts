import { splitMatch } from '@portico/ui/list/search-text'
import { describe, expect, test } from 'vitest'

import { loadSettingEntries } from './setting-entries.ts'
import { rank, withActionsFor, type PaletteEntry } from './palette-ranking.ts'

const id = '6fb1c0de-52a4-4b7e-9d3a-0f8b7c21e94d'
const entries: PaletteEntry[] = [
  { id: 'projects:1', group: 'projects', label: 'Marginalia', keywords: id },
  { id: 'actions:create', group: 'actions', label: 'Create user' },
  { id: 'actions:theme', group: 'actions', label: 'Switch between light and dark', keywords: 'theme' },
  { id: 'pages:users', group: 'pages', label: 'Users' },
  { id: 'pages:keys', group: 'pages', label: 'API keys' },
  { id: 'users:1', group: 'users', label: 'Haruka Nakaoka', detail: 'haruka@example.com' },
  { id: 'users:2', group: 'users', label: 'José Okafor', detail: 'jose@example.com' },
  { id: 'users:3', group: 'users', label: 'Someone else', detail: 'x@example.com', isFound: true },
  { id: 'recent:1', group: 'recent', label: 'Ada Okafor' },
]

function found(typed: string): string[] {
  return rank(entries, typed).flatMap((group) => group.entries.map((entry) => entry.id))
}

describe('the palette', () => {
  test('shows recent records, pages and actions before anything is typed', () => {
    expect(rank(entries, '').map(({ group }) => group)).toEqual(['recent', 'pages', 'actions', 'projects'])
  })

  test('finds names without their accents and puts the start of a word before the middle', () => {
    expect(found('jose')).toEqual(['users:2', 'users:3'])
    expect(found('oka')).toEqual(['users:2', 'users:1', 'users:3'])
  })

  test('keeps the order of the groups', () => {
    expect(rank(entries, 'user').map(({ group }) => group)).toEqual(['users', 'pages', 'actions'])
  })

  test('puts a pasted id first', () => {
    expect(
      rank([...entries, { id: 'pages:x', group: 'pages', label: `About ${id}` }], ` ${id.toUpperCase()} `)[0]?.group,
    ).toBe('projects')
  })

  test('limits itself to actions after ">"', () => {
    expect(found('>')).toEqual(['actions:create', 'actions:theme'])
    expect(found('> theme')).toEqual(['actions:theme'])
  })

  test('finds several words in any order', () => {
    expect(found('keys api')).toContain('pages:keys')
  })

  test.each([
    ['session lifetime', '/sign-in/sessions#sessionMaxLifetimeMillis'],
    ['idle', '/sign-in/sessions#sessionIdleTimeoutMillis'],
    ['account protection', '/sign-in/sessions#recentSignInRequired'],
    ['personal teams', '/sign-in/users#createTeamOnSignUp'],
    ['account deletion', '/sign-in/users#clientUserDeletionEnabled'],
    ['team api keys', '/sign-in/users#allowTeamApiKeys'],
    ['localhost', '/domains#allowLocalhost'],
    ['production', '/settings#isProductionMode'],
    ['impersonation', '/settings#supportCanImpersonate'],
    ['smtp', '/emails/server'],
    ['google', '/sign-in/google'],
    ['legacy', '/sign-in/previous-system'],
    ['okta', '/sign-in#issuers'],
    ['captcha', '/sign-in/sessions#botCheck'],
  ])('finds the setting for “%s”', async (typed, path) => {
    const settings = (await loadSettingEntries('en')).map((entry): PaletteEntry => ({
      ...entry,
      id: entry.path,
      group: 'settings',
    }))

    expect(rank(settings, typed)[0]?.entries[0]?.id).toBe(path)
  })

  test('emphasises what matches', () => {
    expect(splitMatch('Ada Okafor', 'oka')).toEqual(['Ada ', 'Oka', 'for'])
    expect(splitMatch('Ada Okafor', 'x')).toEqual(['Ada Okafor', '', ''])
    expect(splitMatch('Jan Novák Straße', 'NOVAK')).toEqual(['Jan ', 'Novák', ' Straße'])
    expect(splitMatch('Zoe\u0308 Strauß', 'strauss')).toEqual(['Zoe\u0308 ', 'Strauß', ''])
    expect(splitMatch('Zoe\u0308', 'zoë')).toEqual(['', 'Zoe\u0308', ''])
  })

  test('puts the actions for a record after the records', () => {
    const groups = withActionsFor(rank(entries, 'user'), [{ id: 'suspend', group: 'actionsFor', label: 'Suspend' }])

    expect(groups.map(({ group }) => group)).toEqual(['users', 'actionsFor', 'pages', 'actions'])
  })
})

import { describe, expect, test } from 'vitest'

import { accept, conflictsOf, decide, isChanged, rebase, startDraft, typeInto, valuesOf } from './draft.ts'

const loaded = { name: 'Marginalia', description: '', tags: ['a'] }

describe('a draft', () => {
  test('is unchanged after the loaded value was typed again', () => {
    const draft = typeInto(typeInto(startDraft(loaded), 'name', 'Marg'), 'name', 'Marginalia')

    expect(isChanged(draft)).toBe(false)
    expect(isChanged(typeInto(draft, 'tags', ['a']))).toBe(false)
    expect(isChanged(typeInto(draft, 'tags', ['a', 'b']))).toBe(true)
  })

  test('shows what another owner changed in other fields', () => {
    const draft = rebase(typeInto(startDraft(loaded), 'name', 'Mine'), { ...loaded, description: 'Changed' })

    expect(valuesOf(draft)).toEqual({ name: 'Mine', description: 'Changed', tags: ['a'] })
  })

  test('keeps what was typed in a field that another owner changed, until it is decided', () => {
    const latest = { ...loaded, name: 'Changed' }
    const draft = rebase(typeInto(startDraft(loaded), 'name', 'Mine'), latest)
    const [conflict] = conflictsOf(draft, latest)

    expect(conflict).toEqual({ name: 'name', stored: 'Changed' })
    if (!conflict) return
    expect(valuesOf(decide(draft, conflict, 'stored')).name).toBe('Changed')
    expect(isChanged(decide(draft, conflict, 'stored'))).toBe(false)
    expect(valuesOf(decide(draft, conflict, 'mine')).name).toBe('Mine')
    expect(conflictsOf(decide(draft, conflict, 'mine'), latest)).toEqual([])
  })

  test('has no conflict where both typed the same', () => {
    const latest = { ...loaded, name: 'Same' }
    const draft = rebase(typeInto(startDraft(loaded), 'name', 'Same'), latest)

    expect(conflictsOf(draft, latest)).toEqual([])
    expect(isChanged(draft)).toBe(false)
  })

  test('keeps what was typed while it was saved, without a conflict with what was sent', () => {
    const sent = { ...loaded, name: ' Sent' }
    const draft = typeInto(typeInto(startDraft(loaded), 'name', 'Since'), 'description', 'Since')
    for (const latest of [loaded, { ...loaded, name: 'Sent' }]) {
      const accepted = accept(rebase(draft, latest), sent, latest)

      expect(valuesOf(accepted)).toEqual({ name: 'Since', description: 'Since', tags: ['a'] })
      expect(conflictsOf(accepted, { ...loaded, name: latest === loaded ? ' Sent' : 'Sent' })).toEqual([])
    }
    expect(isChanged(accept(typeInto(startDraft(loaded), 'name', ' Sent'), sent, loaded))).toBe(false)
  })

  test('is saved when the service has the same value in another form', () => {
    const isSame = (one: unknown, other: unknown): boolean => String(one).trim() === String(other).trim()
    const latest = { ...loaded, name: 'Same' }
    const draft = rebase(typeInto(startDraft(loaded), 'name', ' Same '), latest, isSame)

    expect(conflictsOf(draft, latest, isSame)).toEqual([])
    expect(isChanged(draft)).toBe(false)
  })
})

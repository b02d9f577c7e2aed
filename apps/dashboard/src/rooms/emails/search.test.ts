import { mailTypes, sentEmailStates } from '@portico/contract'
import { describe, expect, test } from 'vitest'

import { changeSearch, emailStates, emailTypes, filterOf, readSentSearch } from './search.ts'

describe('the address of the sent emails', () => {
  test('keeps known parts only, and a number as text', () => {
    expect(readSentSearch({ q: ' ada ', state: 'failed', type: 'test', cursor: 'c', page: 2 })).toEqual({
      q: 'ada',
      state: 'failed',
      type: 'test',
      cursor: 'c',
    })
    expect(readSentSearch({ q: 42, state: 'opened', type: 'constructor', cursor: '' })).toEqual({ q: '42' })
  })

  test('begins at the first page for another filter', () => {
    expect(changeSearch({ q: 'ada', state: 'sent', cursor: 'c' }, { state: undefined })).toEqual({ q: 'ada' })
    expect(filterOf({ q: 'ada', type: 'test', cursor: 'c' })).toEqual({ query: 'ada', type: 'test' })
  })

  test('offers every state and every kind', () => {
    expect([...emailStates].toSorted()).toEqual([...sentEmailStates].toSorted())
    expect([...emailTypes].toSorted()).toEqual([...mailTypes].toSorted())
  })
})

import { expect, test } from 'vitest'

import { Sampler } from './sampler.ts'

function startSampler(): { sampler: Sampler; advance: (millis: number) => void } {
  let millis = 0
  return { sampler: new Sampler({ now: () => new Date(millis) }), advance: (by) => void (millis += by) }
}

test('a sampler accepts each key once per minute', () => {
  const { sampler, advance } = startSampler()

  const first = [sampler.take('project', 'a'), sampler.take('project', 'a'), sampler.take('project', 'b')]
  advance(59_999)
  const sameMinute = sampler.take('project', 'a')
  advance(1)
  const nextMinute = [sampler.take('project', 'a'), sampler.take('project', 'a')]

  expect([first, sameMinute, nextMinute]).toEqual([[true, false, true], false, [true, false]])
})

test('a sampler limits the keys of each group separately', () => {
  const { sampler } = startSampler()
  const flood = Array.from({ length: 1_000 }, (_, number) => sampler.take('flooded', `key ${number}`))

  expect(flood.filter(Boolean)).toHaveLength(60)
  expect(sampler.take('other', 'key')).toBe(true)
})

test('a sampler limits the number of groups', () => {
  const { sampler } = startSampler()
  const groups = Array.from({ length: 10_001 }, (_, number) => sampler.take(`group ${number}`, 'key'))

  expect(groups.filter(Boolean)).toHaveLength(10_000)
  expect(sampler.take('group 0', 'another key')).toBe(true)
})

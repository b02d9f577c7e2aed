import { expect, test } from 'vitest'

import { Sampler } from './sampler.ts'

function startSampler(): { sampler: Sampler; advance: (millis: number) => void } {
  let millis = 0
  return { sampler: new Sampler({ now: () => new Date(millis) }), advance: (by) => void (millis += by) }
}

test('takes one of each kind per minute', () => {
  const { sampler, advance } = startSampler()

  const first = [sampler.take('a'), sampler.take('a'), sampler.take('b')]
  advance(59_999)
  const sameMinute = sampler.take('a')
  advance(1)
  const nextMinute = [sampler.take('a'), sampler.take('a')]

  expect([first, sameMinute, nextMinute]).toEqual([[true, false, true], false, [true, false]])
})

test('remembers a bounded number of kinds and forgets the oldest', () => {
  const { sampler } = startSampler()
  for (let number = 0; number <= 10_000; number += 1) sampler.take(`kind ${number}`)

  expect(sampler.take('kind 10000')).toBe(false)
  expect(sampler.take('kind 0')).toBe(true)
})

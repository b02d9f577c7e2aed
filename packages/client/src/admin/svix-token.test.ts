import { expect, test } from 'vitest'

import { createSurroundings } from '../../test/surroundings.ts'
import { SvixTokenResource } from './svix-token.ts'

const MINUTE_MILLIS = 60_000

function createTokens() {
  const { clock, ports } = createSurroundings(() => ({}), { isManual: true })
  const created: number[] = []
  const state = { isDown: false }
  const { resource } = new SvixTokenResource(ports, () => {
    if (state.isDown) return Promise.reject(new Error('offline'))
    created.push(clock.now)
    return Promise.resolve(`token ${created.length}`)
  })
  return { clock, created, resource, state }
}

test('a page that stays open gets another token before each one ends', async () => {
  const { clock, resource } = createTokens()
  resource.subscribe(() => {})
  await resource.load()

  await clock.advance(104 * MINUTE_MILLIS)
  const first = resource.read()
  await clock.advance(2 * MINUTE_MILLIS)
  const second = resource.read()
  await clock.advance(105 * MINUTE_MILLIS)

  expect([first, second, resource.read()]).toEqual(['token 1', 'token 2', 'token 3'])
})

test('without a page that shows it, no token is created', async () => {
  const { clock, created, resource } = createTokens()
  const leave = resource.subscribe(() => {})
  await resource.load()
  leave()

  await clock.advance(240 * MINUTE_MILLIS)

  expect(created).toHaveLength(1)
})

test('a renewal that fails is repeated while the token is valid; then the page shows the failure', async () => {
  const { clock, resource, state } = createTokens()
  resource.subscribe(() => {})
  await resource.load()

  state.isDown = true
  await clock.advance(110 * MINUTE_MILLIS)
  const whileDown = resource.read()
  state.isDown = false
  await clock.advance(MINUTE_MILLIS)
  const renewed = resource.read()
  state.isDown = true
  await clock.advance(121 * MINUTE_MILLIS)

  expect([whileDown, renewed]).toEqual(['token 1', 'token 2'])
  expect(() => resource.read()).toThrow('offline')
})

import { expect, test } from 'vitest'

import { endpointOf } from './forms.ts'

const endpoint = { url: 'https://shop.example/hooks', headerNames: ['X-Key'] }

const form = {
  url: endpoint.url,
  description: '',
  events: 'standard',
  eventTypes: [],
  storedHeaders: 'keep',
  headers: 'X-Key: new',
  rateLimit: '',
} as const

test.each([
  ['https://shop.example/new', undefined],
  ['shop.example', undefined],
  ['https://', undefined],
  ['https://other.example/hooks', { 'X-Key': 'new' }],
  ['https://shop.example:8443/hooks', { 'X-Key': 'new' }],
])('an endpoint keeps its headers on the same server only: %s', (url, headers) => {
  expect(endpointOf({ ...form, url }, endpoint).headers).toEqual(headers)
})

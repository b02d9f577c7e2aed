import { expect, test } from 'vitest'

import type { WebhookEndpoint } from '../../data/webhooks.ts'
import { changedEndpoint } from './changed-endpoint.ts'
import type { EndpointForm } from './forms.ts'

const endpoint: WebhookEndpoint = {
  id: 'an-endpoint',
  url: 'https://shop.example/hooks',
  description: 'The shop',
  eventTypes: null,
  headerNames: ['X-Key'],
  rateLimit: 10,
  isEnabled: true,
  disabled: null,
  failingSince: null,
  oldSecretEndsAt: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
}
const stored: EndpointForm = {
  url: endpoint.url,
  description: endpoint.description,
  events: 'standard',
  eventTypes: ['user.created'],
  storedHeaders: 'keep',
  headers: '',
  rateLimit: '10',
}

test.each<[Partial<EndpointForm>, object]>([
  [{ url: 'https://shop.example/new' }, { url: 'https://shop.example/new' }],
  [{ description: ' Orders ' }, { description: 'Orders' }],
  [{ rateLimit: '' }, { rateLimit: null }],
  [{ events: 'chosen' }, { eventTypes: ['user.created'] }],
  [{ storedHeaders: 'replace' }, { headers: {} }],
  [{ storedHeaders: 'replace', headers: 'X-Other: 1' }, { headers: { 'X-Other': '1' } }],
])('only the changed settings of an endpoint are sent: %j', (changes, sent) => {
  expect(changedEndpoint({ ...stored, ...changes }, changes, endpoint)).toEqual(sent)
})

test('an endpoint whose form has shown no headers keeps those that it has got meanwhile', () => {
  const changes = { url: 'https://other.example/hooks' }

  expect(changedEndpoint({ ...stored, ...changes }, changes, { ...endpoint, headerNames: [] })).toEqual(changes)
})

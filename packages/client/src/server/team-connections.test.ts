import type { ConnectionDomainRead, TeamConnectionRead } from '@portico/contract'
import { expect, test } from 'vitest'

import type { SendAnyRequest, SendRequest } from '../transport/request.ts'
import { listTeamConnections } from './team-connections.ts'

const domain: ConnectionDomainRead = {
  domain: 'acme.example',
  is_proved: true,
  record_name: '_portico-connection.acme.example',
  record_value: 'portico-connection=1',
}
const connection: TeamConnectionRead = {
  id: 'c1',
  team_id: 't1',
  provider_id: 'connection:c1',
  display_name: 'Acme',
  icon_url: null,
  issuer_url: 'https://id.example',
  client_id: 'portico',
  scopes: ['email'],
  authentication: { method: 'client_secret_basic', client_secret: '•' },
  created_at_millis: 0,
  domains: [domain],
}

test('the connections of a team have their domains, and methods that change them and claim, prove and release a domain', async () => {
  const calls: string[] = []
  const answers = [
    { items: [connection] },
    { ...connection, display_name: 'Acme Ltd' },
    domain,
    { domain, problem: null, found: [] },
    {},
    {},
  ]
  const request: SendAnyRequest = async (call, { params, query } = {}) => {
    calls.push([call, ...Object.values({ ...params, ...query })].join(' '))
    return answers[calls.length - 1]
  }
  const [listed] = await listTeamConnections(request as SendRequest<'server'>, 't1')

  const changed = await listed?.update({ displayName: 'Acme Ltd' })
  const claimed = await listed?.claimDomain('acme.example')
  const proof = await listed?.proveDomain('acme.example')
  await listed?.releaseDomain('acme.example')
  await listed?.delete()

  expect(listed).toMatchObject({ teamId: 't1', providerId: 'connection:c1', createdAt: new Date(0) })
  expect(changed).toMatchObject({ id: 'c1', displayName: 'Acme Ltd' })
  expect(listed?.domains).toEqual([claimed])
  expect(proof).toEqual({ domain: claimed, problem: null, found: [] })
  expect(claimed).toMatchObject({ isProved: true, recordName: domain.record_name })
  expect(calls).toEqual([
    'GET /team-connections t1',
    'PATCH /team-connections/{connection_id} c1',
    'POST /team-connections/{connection_id}/domains c1',
    'POST /team-connections/{connection_id}/domains/{domain}/prove c1 acme.example',
    'DELETE /team-connections/{connection_id}/domains/{domain} c1 acme.example',
    'DELETE /team-connections/{connection_id} c1',
  ])
})

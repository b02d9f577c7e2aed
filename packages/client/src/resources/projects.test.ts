import { publicProjectSwitches } from '@portico/contract'
import { describe, expect, test } from 'vitest'

import { getProject, type ProjectConfig } from './projects.ts'
import { toCamelCase } from '@portico/contract/letter-case'

const provider = { id: 'github' }
const issuer = { id: 'custom:okta', display_name: 'Okta', icon_url: null }
const domain = { domain: 'https://app.example', handler_path: '/handler' }

function readConfig(config: object): Promise<ProjectConfig> {
  const read = { id: 'p', display_name: 'Notes', config: { enabled_oauth_providers: [provider], ...config } }
  // The answer of the service, whatever type the caller expects.
  return getProject(async () => read as never).then((project) => project.config)
}

describe('the public settings of a project', () => {
  test('are all switches that the contract makes public, enabled providers, issuers and domains', async () => {
    const switches = Object.fromEntries(publicProjectSwitches.map((name) => [name, true]))

    expect(await readConfig({ ...switches, oidc_providers: [issuer], domains: [domain] })).toEqual({
      ...toCamelCase(switches),
      oauthProviders: [provider],
      oidcProviders: [{ id: issuer.id, displayName: 'Okta', iconUrl: null }],
      domains: [{ domain: domain.domain, handlerPath: domain.handler_path }],
    })
  })

  test('have defaults for those that the first release of the protocol does not send', async () => {
    expect(await readConfig({ sign_up_enabled: true })).toEqual({
      signUpEnabled: true,
      memberRoleManagementEnabled: false,
      oauthProviders: [provider],
      oidcProviders: [],
      domains: [],
    })
  })
})

import {
  projectConfigUpdate,
  publicProjectSwitches,
  type ProjectConfigRead,
  type ProjectConfigUpdate,
} from '@portico/contract'
import { toCamelCase, toSnakeCase, type CamelCased } from '@portico/contract/letter-case'
import { expect, expectTypeOf, test } from 'vitest'

import type { AdminProjectConfig, AdminProjectConfigUpdateOptions } from './projects.ts'
import type { ProjectConfig } from '../resources/projects.ts'

test('every setting of the contract has one name, which converts back', () => {
  const settings = Object.fromEntries(Object.keys(projectConfigUpdate.shape).map((name) => [name, true]))

  const converted = toCamelCase(settings)

  expect(Object.keys(converted).filter((name) => !/^[a-z]+([A-Z][a-z]+)*$/.test(name))).toEqual([])
  expect(toSnakeCase(converted)).toEqual(settings)
})

test('the types have the names of the public settings', () => {
  expect(publicProjectSwitches.length).toBeGreaterThan(5)
  expectTypeOf<AdminProjectConfig>().toExtend<ProjectConfig>()
  expectTypeOf<AdminProjectConfig>().toHaveProperty('oauthAccountMergeStrategy')
  expectTypeOf<Extract<AdminProjectConfig['emailConfig'], { type: 'standard' }>>().toHaveProperty('senderName')
  expectTypeOf<AdminProjectConfig>().toExtend<AdminProjectConfigUpdateOptions>()
})

test('the generated types have the same settings as the wire, at every level', () => {
  type Sent = CamelCased<ProjectConfigUpdate>
  type Read = CamelCased<ProjectConfigRead>

  expectTypeOf<Omit<AdminProjectConfigUpdateOptions, 'accessTokenClaims' | 'id'>>().toEqualTypeOf<
    Omit<Sent, 'accessTokenClaims'>
  >()
  expectTypeOf<AdminProjectConfig['oidcProviders']>().toEqualTypeOf<Read['oidcProviders']>()
  expectTypeOf<AdminProjectConfig['botCheck']>().toEqualTypeOf<Read['botCheck']>()
  expectTypeOf<keyof AdminProjectConfig>().toEqualTypeOf<Exclude<keyof Read, 'enabledOauthProviders'>>()
})

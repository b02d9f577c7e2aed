import { projectConfigUpdate, publicProjectSwitches } from '@portico/contract'
import { expect, expectTypeOf, test } from 'vitest'

import type { AdminProjectConfig, AdminProjectConfigUpdateOptions } from '../admin/projects.ts'
import type { ProjectConfig } from '../resources/projects.ts'
import { toCamelCase, toSnakeCase } from './wire-names.ts'

test('every setting of the contract has one name, which converts back', () => {
  const settings = Object.fromEntries(Object.keys(projectConfigUpdate.shape).map((name) => [name, true]))

  const converted = toCamelCase(settings)

  expect(Object.keys(converted).filter((name) => !/^[a-z]+([A-Z][a-z]+)*$/.test(name))).toEqual([])
  expect(toSnakeCase(converted)).toEqual(settings)
})

test('members are renamed at every level, and values are not', () => {
  const wire = {
    oauth_providers: [{ id: 'github', client_id: 'my_client', client_secret: 's_s' }],
    email_config: { type: 'shared' },
    anonymous_user_lifetime_days: null,
  }

  expect(toCamelCase(wire)).toEqual({
    oauthProviders: [{ id: 'github', clientId: 'my_client', clientSecret: 's_s' }],
    emailConfig: { type: 'shared' },
    anonymousUserLifetimeDays: null,
  })
  expect(toSnakeCase(toCamelCase(wire))).toEqual(wire)
})

test('undefined members are left out', () => {
  expect(toSnakeCase({ displayName: undefined, config: { signUpEnabled: false } })).toEqual({
    config: { sign_up_enabled: false },
  })
})

test('the types have the names of the public settings', () => {
  expect(publicProjectSwitches.length).toBeGreaterThan(5)
  expectTypeOf<AdminProjectConfig>().toExtend<ProjectConfig>()
  expectTypeOf<AdminProjectConfig>().toHaveProperty('oauthAccountMergeStrategy')
  expectTypeOf<Extract<AdminProjectConfig['emailConfig'], { type: 'standard' }>>().toHaveProperty('senderName')
  expectTypeOf<AdminProjectConfig>().toExtend<AdminProjectConfigUpdateOptions>()
  expectTypeOf<AdminProjectConfigUpdateOptions['teamCreatorDefaultPermissions']>().toEqualTypeOf<
    { id: string }[] | undefined
  >()
})

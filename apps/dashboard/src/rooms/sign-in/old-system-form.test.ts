import { describe, expect, test } from 'vitest'

import { oldSystemTexts } from '../../texts/en/old-system.ts'
import { formOf, problemsBetween, settingsOf, type OldSystemConfig } from './old-system-form.ts'

const endsAtMillis = new Date(2_026, 11, 24, 15, 30).getTime()
const secret = '••••••••••••'

const configs: readonly NonNullable<OldSystemConfig>[] = [
  { type: 'stack', baseUrl: 'https://old.example', projectId: 'p', publishableClientKey: 'k', endsAtMillis },
  { type: 'cognito', region: 'eu-central-1', clientId: 'c', secret, baseUrl: 'https://proxy.example', endsAtMillis },
  { type: 'cognito', region: 'eu-central-1', clientId: 'c', endsAtMillis },
  { type: 'firebase', apiKey: 'a', endsAtMillis },
  { type: 'auth0', baseUrl: 'https://tenant.example', clientId: 'c', secret, connection: 'Users', endsAtMillis },
  { type: 'endpoint', url: 'https://app.example/check', secret, endsAtMillis },
]

describe('the form of the previous system', () => {
  test.each(configs)('writes the settings of $type back as they were read', (config) => {
    expect(settingsOf(formOf(config, 0), config)).toEqual(config)
  })

  test('is empty without one', () => {
    expect(settingsOf(formOf(null, 0), null)).toBeNull()
  })

  test('asks for the secret again if the system is another one', () => {
    for (const config of configs) {
      const form = formOf(config, 0)
      const other = { ...form, clientId: 'other', url: 'https://other.example' }
      const field = config.type === 'endpoint' ? 'secret' : 'clientSecret'

      expect(problemsBetween(form, config, oldSystemTexts.en)).toEqual({})
      expect(problemsBetween(other, config, oldSystemTexts.en)).toEqual(
        'secret' in config ? { [field]: oldSystemTexts.en.secretAgain } : {},
      )
      expect(problemsBetween({ ...other, [field]: 'typed' }, config, oldSystemTexts.en)).toEqual({})
    }
  })

  test('changes the moment of the end with the day only', () => {
    const [config] = configs
    const form = { ...formOf(config ?? null, 0), until: '2026-12-31' }

    expect(settingsOf(form, config ?? null)?.endsAtMillis).toBe(new Date(2_026, 11, 31).getTime())
  })
})

import { createFormat } from '@portico/ui/language/format'
import { describe, expect, test } from 'vitest'
import { createTranslate } from '../../i18n/translate.ts'
import { describeDevice, describePlace } from './describe-session.ts'

const t = createTranslate(null)

describe('describePlace', () => {
  test('returns city and country in German', () => {
    expect(describePlace(createFormat('de'), { ip: '203.0.113.7', cityName: 'Wien', countryCode: 'AT' })).toBe(
      'Wien, Österreich',
    )
  })

  test.each([
    [undefined, null],
    [{ ip: '203.0.113.7' }, null],
    [{ ip: '203.0.113.7', countryCode: 'not a code' }, 'not a code'],
  ])('describes %o as %s', (geo, place) => {
    expect(describePlace(createFormat('en'), geo)).toBe(place)
  })
})

describe('describeDevice', () => {
  test.each([
    [undefined, 'Unknown device'],
    ['', 'Unknown device'],
    ['curl/8.16.0', 'curl/8.16.0'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  ])('describes %s as "%s"', (userAgent, words) => {
    expect(describeDevice(t, userAgent)).toBe(words)
  })
})

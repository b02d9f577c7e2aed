import { describe, expect, test } from 'vitest'
import { createTranslate } from '../../i18n/translate.ts'
import { describeAge, describeDevice, describePlace } from './describe-session.ts'

const t = createTranslate(null)
const now = Date.UTC(2026, 10, 21, 12)

describe('describeAge', () => {
  test.each([
    [0, 'now'],
    [59_000, 'now'],
    [60_000, '1 minute ago'],
    [3 * 3_600_000, '3 hours ago'],
    [26 * 3_600_000, 'yesterday'],
    [40 * 86_400_000, 'last month'],
    [800 * 86_400_000, '2 years ago'],
    [-90_000, 'now'],
  ])('describes an age of %d ms as "%s"', (age, words) => {
    expect(describeAge('en', new Date(now - age), now)).toBe(words)
  })
})

describe('describePlace', () => {
  test('returns city and country in German', () => {
    expect(describePlace('de', { ip: '203.0.113.7', cityName: 'Wien', countryCode: 'AT' })).toBe('Wien, Österreich')
  })

  test.each([
    [undefined, null],
    [{ ip: '203.0.113.7' }, null],
    [{ ip: '203.0.113.7', countryCode: 'not a code' }, 'not a code'],
  ])('describes %o as %s', (geo, place) => {
    expect(describePlace('en', geo)).toBe(place)
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

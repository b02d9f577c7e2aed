import { describe, expect, test } from 'vitest'

import { world } from './world.ts'

/** Countries and territories that are too small for the scale of the map, or part of another country's shape. */
const withoutShape = new Set(
  (
    'AC AD AG AI AQ AS AW AX BB BH BL BM BQ BV CC CK CP CQ CV CW CX DG DM EA FM FO GD GF GG GI GP GS GU HK HM IC IM IO JE KI KM ' +
    'KN KY LC LI MC MF MH MO MP MQ MS MT MU MV NF NR NU PF PM PN PW RE SC SG SH SJ SM ST SX TA TC TK TO TV UM VA VC VG VI WF WS YT'
  ).split(' '),
)

/** Codes that are not countries: groups of countries, and private use. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/** The current code of a region: `FX` becomes `FR`. */
const presentCodeOf = (code: string): string | undefined => Intl.getCanonicalLocales(`und-${code}`)[0]?.slice(4)

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const countries = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => names.of(code) !== undefined && presentCodeOf(code) === code && !noCountries.has(code))

describe('the map of the world', () => {
  test('has the present code of every shape', () => {
    expect(Object.keys(world).filter((code) => !countries.includes(code))).toEqual([])
  })

  test('has a shape for every country, except for those that are known to have none', () => {
    expect(countries.filter((code) => !Object.hasOwn(world, code) && !withoutShape.has(code))).toEqual([])
    expect([...withoutShape].filter((code) => Object.hasOwn(world, code))).toEqual([])
  })
})

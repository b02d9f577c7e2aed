import { describe, expect, test } from 'vitest'

import { toLibpq, toServerUrl } from './libpq-url.ts'

const base = 'postgres://ada@db.example/portico'
const verified = 'sslmode=verify-full&sslrootcert=system'

describe('the URL for pg_dump and pg_restore', () => {
  test.each([
    ['', ''],
    ['ssl=true', verified],
    ['ssl=1', verified],
    ['ssl=no-verify', 'sslmode=require'],
    ['ssl=0', 'sslmode=disable'],
    ['sslmode=disable', 'sslmode=disable'],
    ['sslmode=prefer', verified],
    ['sslmode=require', verified],
    ['sslmode=verify-ca', verified],
    ['sslmode=verify-full', verified],
    ['sslmode=no-verify', 'sslmode=require'],
    ['ssl=true&sslmode=no-verify', 'sslmode=require'],
    ['sslmode=require&sslrootcert=/ca.pem', 'sslmode=verify-full&sslrootcert=%2Fca.pem'],
    ['sslrootcert=/ca.pem', 'sslrootcert=%2Fca.pem&sslmode=verify-full'],
    ['ssl=no-verify&sslrootcert=/ca.pem', 'sslrootcert=%2Fca.pem&sslmode=verify-full'],
    ['sslnegotiation=direct', `sslnegotiation=direct&${verified}`],
    ['uselibpqcompat=true&sslmode=prefer', 'sslmode=require'],
    ['uselibpqcompat=true&sslmode=require', 'sslmode=require'],
    ['uselibpqcompat=true&sslmode=verify-full', verified],
    ['user=grace', 'user=grace'],
    ['dbname=other&database=another', ''],
    ['statement_timeout=100&options=-c%20jit%3Doff', 'options=-c%20jit%3Doff'],
  ])('connects with "%s" as the service does', (given, expected) => {
    const { url } = toLibpq(`${base}?${given}`, {})

    expect(new URL(url).search.slice(1)).toBe(expected)
    expect(url.startsWith(base)).toBe(true)
  })

  test.each([
    ['require', verified],
    ['no-verify', 'sslmode=require'],
    ['disable', 'sslmode=disable'],
    ['allow', ''],
  ])('connects with PGSSLMODE=%s as the service does', (PGSSLMODE, expected) => {
    expect(new URL(toLibpq(base, { PGSSLMODE }).url).search.slice(1)).toBe(expected)
  })

  test('leaves the root certificate of PGSSLROOTCERT in effect', () => {
    const { url } = toLibpq(`${base}?ssl=true`, { PGSSLROOTCERT: '/ca.pem' })

    expect(url).toBe(`${base}?sslmode=verify-full`)
  })

  test('connects to the one of several hosts that accepts writes', () => {
    const { url, password } = toLibpq('postgres://ada:p%40ss@db-1,[2001:db8::2]:5433/portico', {})

    expect(url).toBe('postgres://ada@db-1,[2001:db8::2]:5433/portico?target_session_attrs=read-write')
    expect(password).toBe('p@ss')
  })

  test('has no host for a Unix socket', () => {
    const { url, password } = toLibpq('postgres://ada:p%40ss@/portico?host=/run/postgresql', {})

    expect(url).toBe('postgres://ada@/portico?host=%2Frun%2Fpostgresql')
    expect(password).toBe('p@ss')
  })

  test('has the password of the parameter, as in the driver', () => {
    expect(toLibpq('postgres://ada:first@db.example/portico?password=second', {})).toEqual({
      url: base,
      password: 'second',
    })
  })

  test.each(['schema=public', 'ssl=false', 'sslmode=strict', 'uselibpqcompat=true&sslmode=no-verify'])(
    'is refused with "%s", which has no equivalent',
    (given) => {
      expect(() => toLibpq(`${base}?${given}`, {})).toThrow('which pg_dump and pg_restore do not support.')
    },
  )
})

describe('the URL with which a server connects to another one', () => {
  test('has the hosts and the password, and no parameter that only the driver reads', () => {
    const given = 'postgres://ada:first@db-1,db-2:5433/portico?password=p%40ss%25&statement_timeout=100'

    expect(toServerUrl(given)).toBe('postgres://ada:p%40ss%25@db-1,db-2:5433/portico?target_session_attrs=read-write')
  })

  test.each([
    ['', ''],
    ['sslmode=require', 'sslmode=require'],
    ['sslmode=verify-full&sslrootcert=/ca.pem', 'sslmode=verify-full&sslrootcert=%2Fca.pem'],
    ['uselibpqcompat=true&sslmode=prefer', 'sslmode=prefer'],
    ['sslmode=no-verify', 'sslmode=require'],
    ['ssl=true', 'sslmode=require'],
    ['ssl=0', 'sslmode=disable'],
  ])('has the TLS of "%s" as libpq reads it', (given, expected) => {
    expect(new URL(toServerUrl(`${base}?${given}`)).search.slice(1)).toBe(expected)
  })
})

import { describe, expect, test } from 'vitest'

import { ConnectionFailed } from './database-errors.ts'
import { DatabaseServers, describeDatabaseUrl, findUrlProblem, tryServers } from './database-url.ts'

const several = 'postgres://portico:a%2Cb@db-1:5432,[2001:db8::2]:5433,db-3/portico?sslmode=verify-full'

describe('a database URL', () => {
  test.each([
    'postgres://user:password@127.0.0.1:5432/portico',
    'postgresql://user@/portico?host=/var/run/postgresql',
    'postgres:///portico',
    several,
    `${several}&target_session_attrs=read-write`,
    'postgres://db-1,db-2/portico?target_session_attrs=primary',
    'postgres://pooler/portico?target_session_attrs=any',
  ])('may be %s', (url) => {
    expect(findUrlProblem(url)).toBeNull()
  })

  test.each([
    ['mysql://db/portico', 'must be a postgres:// URL'],
    ['postgres://user:pass word%@db/portico', 'must be a postgres:// URL'],
    ['postgres://user:pass@word@db/portico#x', 'must be a postgres:// URL'],
    ['postgres://db-1,,db-3/portico', 'must be a postgres:// URL'],
    ['postgres://db-1:5432x,db-2/portico', 'must be a postgres:// URL'],
    ['postgres://db-1,db-2/portico?target_session_attrs=standby', 'but the service writes. Use read-write.'],
  ])('is refused if it is %s', (url, problem) => {
    expect(findUrlProblem(url)).toContain(problem)
  })

  test('is described without user, password and parameters', () => {
    expect(describeDatabaseUrl(several)).toBe('db-1:5432,[2001:db8::2]:5433,db-3/portico')
    expect(describeDatabaseUrl('nonsense')).toBe('the given address')
  })
})

describe('the servers of a database URL', () => {
  test('have the same credentials, database and parameters, and take turns', () => {
    const servers = new DatabaseServers(several)
    const [before, after] = ['postgres://portico:a%2Cb@', '/portico?sslmode=verify-full']

    const seen = Array.from({ length: 4 }, () => {
      const { current } = servers
      servers.leave(current)
      // A second connection to the same server fails too.
      servers.leave(current)
      return current
    })

    expect(seen).toEqual(
      ['db-1:5432', '[2001:db8::2]:5433', 'db-3', 'db-1:5432'].map((host) => `${before}${host}${after}`),
    )
  })

  test.each([
    ['postgres://db/portico', false],
    ['postgres://db/portico?target_session_attrs=read-write', true],
    ['postgres://db/portico?target_session_attrs=primary', true],
    ['postgres://db-1,db-2/portico', true],
    ['postgres://db-1,db-2/portico?target_session_attrs=any', false],
  ])('%s must accept writes: %s', (url, mustBeWritable) => {
    expect(new DatabaseServers(url)).toMatchObject({ mustBeWritable })
  })

  test('are tried once each, and only for failures of the connection', async () => {
    const servers = new DatabaseServers(several)
    const attempts = async (failure: Error): Promise<number> => {
      let count = 0
      await tryServers(servers, () => {
        count += 1
        return Promise.reject(failure)
      }).catch(() => {})
      return count
    }

    expect(await attempts(new ConnectionFailed('refused'))).toBe(3)
    expect(await attempts(new Error('a bug'))).toBe(1)
  })
})

import { findDebianProgram, findFaketimeLibrary, findPostgresBin, findRedisServer } from '../programs.ts'

/** What the reference deployment needs, by its package of Debian. */
const searches = {
  'etcd-server': () => findDebianProgram('etcd'),
  haproxy: () => findDebianProgram('haproxy'),
  libfaketime: findFaketimeLibrary,
  patroni: () => findDebianProgram('patroni'),
  pgbouncer: () => findDebianProgram('pgbouncer'),
  postgresql: findPostgresBin,
  'redis-server': findRedisServer,
}

/** The paths of programs by their package; of PostgreSQL the folder. */
export type DeploymentPrograms = Readonly<Record<keyof typeof searches, string>>

/** Finds the programs, or says in one sentence what to install. */
export function findDeploymentPrograms(): DeploymentPrograms | string {
  const found = Object.entries(searches).map(([name, search]) => [name, search()] as const)
  const missing = found.flatMap(([name, path]) => (path === null ? [name] : []))
  if (missing.length === 0) return Object.fromEntries(found) as DeploymentPrograms
  return `The deployment needs ${missing.join(', ')}. On Debian: sudo apt-get install ${missing.join(' ')}`
}

import type { z } from 'zod'
import type { readJwks } from '@portico/contract'

import { PlainError } from '../../kernel/errors.ts'
import type { ProjectCache } from '../../records/projects/project-cache.ts'

export interface KeySetDependencies {
  readonly projects: ProjectCache
}

type KeySet = z.input<(typeof readJwks)['access']['public']['response']>

/** Reads the public keys that verify the access tokens of a project (RFC 7517). */
export async function readKeySet({ projects }: KeySetDependencies, projectId: string): Promise<KeySet> {
  const cached = await projects.get(projectId)
  if (!cached) throw new PlainError(404, `There is no project "${projectId}".`)
  return { keys: cached.publishedKeys().map(({ kid, publicJwk }) => ({ ...publicJwk, alg: 'ES256' as const, kid })) }
}

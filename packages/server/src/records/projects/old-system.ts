import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { isWebhookSecret } from '../../platform/webhooks/webhook-signature.ts'
import type { OldSystemSettings } from '../../platform/old-systems/old-systems.ts'
import { compareIds } from '../../kernel/compare-ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { OldSystemConfig } from './project.ts'
import { isMasked } from './secret-mask.ts'

/**
 * Returns the settings of an old system with the opened secret.
 *
 * @throws UnknownSecret
 */
export function openOldSystem(secret: MasterSecret, projectId: string, oldSystem: OldSystemConfig): OldSystemSettings {
  const sealed = 'secretSealed' in oldSystem ? oldSystem.secretSealed : undefined
  const opened = sealed === undefined ? null : secret.open(sealed, oldSystemSecretIdentity(projectId))
  switch (oldSystem.type) {
    case 'endpoint': {
      if (opened === null) throw new Error('An endpoint has no secret, although each one is stored with one.')
      return { ...oldSystem, secret: opened }
    }
    case 'cognito':
    case 'auth0':
      return { ...oldSystem, secret: opened }
    case 'stack':
    case 'firebase':
      return oldSystem
  }
}

export function isAsked({ endsAtMillis }: Pick<OldSystemConfig, 'endsAtMillis'>, now: Date): boolean {
  return endsAtMillis > now.getTime()
}

/** The identity that the sealed secret is bound to. */
export function oldSystemSecretIdentity(projectId: string): string {
  return `old_system/${projectId}`
}

/** Returns a text that is equal for two settings of the same system: all settings but the secret and the end. */
export function nameOfSystem(system: object): string {
  const named = Object.entries(system).filter(
    ([name, value]) => !['endsAtMillis', 'secret', 'secretSealed'].includes(name) && value !== undefined,
  )
  return JSON.stringify(named.toSorted(([one], [other]) => compareIds(one, other)))
}

/** The parts of an old system that the schema checks only in part. */
interface CheckedOldSystem {
  readonly type: OldSystemConfig['type']
  readonly baseUrl?: string | undefined
  readonly url?: string
  readonly secret?: string | undefined
}

/**
 * Returns the first problem that the schema does not find, beginning with the name of the field. A mask is not a
 * problem.
 */
export function findOldSystemProblem(
  { mode }: { readonly mode: Mode },
  { baseUrl, secret, type, url }: CheckedOldSystem,
): string | null {
  const [name, address] = url === undefined ? ['base_url', baseUrl] : ['url', url]
  if (address !== undefined) {
    if (mode === 'production' && !address.startsWith('https://')) return `${name} must start with https://`
    const { hash, password, username } = new URL(address)
    if (username !== '' || password !== '') return `${name} must not contain a user name or password`
    if (hash !== '') return `${name} must not contain a fragment`
  }
  if (type === 'endpoint' && secret !== undefined && !isMasked(secret) && !isWebhookSecret(secret)) {
    return 'secret must be whsec_ and 24 to 64 bytes in base64'
  }
  return null
}

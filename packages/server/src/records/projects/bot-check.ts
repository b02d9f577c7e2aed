import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { BotCheckConfig } from './project.ts'

/** The identity that the sealed secret key of Turnstile is bound to. */
export function turnstileSecretIdentity(projectId: string): string {
  return `turnstile/${projectId}`
}

/** @throws UnknownSecret */
export function openTurnstileSecret(
  secret: MasterSecret,
  projectId: string,
  { secretKeySealed }: Extract<BotCheckConfig, { type: 'turnstile' }>,
): string {
  return secret.open(secretKeySealed, turnstileSecretIdentity(projectId))
}

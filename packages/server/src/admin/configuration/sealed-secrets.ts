import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import type { ProjectConfiguration } from '@portico/contract'
import { z } from 'zod'

import { PlainError } from '../../kernel/errors.ts'
import { toCamelCase, toSnakeCase, type CamelCased } from '@portico/contract/letter-case'
import { isCanonicalBase64url } from '../../platform/crypto/base64url.ts'
import { formsToTry, hashedForm } from '../../platform/hashing/password-forms.ts'
import type { PasswordHasher } from '../../platform/hashing/password-hasher.ts'

const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ADDITIONAL_DATA = Buffer.from('portico-project/1')

export type SealedSecrets = NonNullable<ProjectConfiguration['sealed_secrets']>

/**
 * The secrets of a project, each with the settings that it was stored for. An import compares these settings with the
 * document, so that a changed document cannot send a secret to another server.
 */
const secretsSchema = z.object({
  oauth_providers: z.array(z.object({ id: z.string(), client_id: z.string(), client_secret: z.string() })),
  // Documents of earlier versions have none.
  oidc_providers: z
    .array(z.object({ id: z.string(), issuer_url: z.string(), client_id: z.string(), secret: z.string() }))
    .default([]),
  email_config: z
    .union([
      z.object({
        host: z.string(),
        port: z.number(),
        tls: z.string(),
        username: z.string(),
        password: z.string(),
        dkim: z.object({ selector: z.string(), private_key: z.string() }).optional(),
      }),
      z.object({ url: z.string(), secret: z.string() }),
    ])
    .nullable(),
  // Documents of earlier versions have none.
  old_system: z
    .object({ named: z.string().describe('The settings beside the secret and the end.'), secret: z.string() })
    .nullable()
    .default(null),
  bot_check: z.object({ site_key: z.string(), secret_key: z.string() }).nullable().default(null),
})

export type ProjectSecrets = CamelCased<z.output<typeof secretsSchema>>

/** The hasher, and the project whose place in the queue it uses. */
interface Deriving {
  readonly hasher: Pick<PasswordHasher, 'deriveKey'>
  readonly projectId: string
}

export async function sealSecrets(
  { hasher, projectId }: Deriving,
  passphrase: string,
  secrets: ProjectSecrets,
): Promise<SealedSecrets> {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const key = await hasher.deriveKey(projectId, hashedForm(passphrase), salt)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(ADDITIONAL_DATA)
  const sealed = [cipher.update(JSON.stringify(toSnakeCase(secrets)), 'utf8'), cipher.final(), cipher.getAuthTag()]
  return {
    scheme: 'scrypt-aes-256-gcm',
    salt: salt.toString('base64url'),
    nonce: nonce.toString('base64url'),
    ciphertext: Buffer.concat(sealed).toString('base64url'),
  }
}

/** @throws PlainError 400 for another passphrase and for a changed value */
export async function openSecrets(
  { hasher, projectId }: Deriving,
  passphrase: string,
  { ciphertext, nonce, salt }: SealedSecrets,
): Promise<ProjectSecrets> {
  const [sealed, nonceBytes, saltBytes] = [decode(ciphertext), decode(nonce), decode(salt)]
  const isWhole = saltBytes.length === SALT_BYTES && nonceBytes.length === NONCE_BYTES && sealed.length > TAG_BYTES
  if (!isWhole) throw unreadable()
  for (const form of formsToTry(passphrase)) {
    const key = await hasher.deriveKey(projectId, form, saltBytes)
    const text = openSealed(sealed, key, nonceBytes)
    const parsed = secretsSchema.safeParse(text === null ? null : parseOrNull(text))
    if (parsed.success) return toCamelCase(parsed.data)
  }
  throw unreadable()
}

/** Returns null for another key and for a changed text. */
function openSealed(sealed: Buffer, key: Buffer, nonce: Buffer): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(ADDITIONAL_DATA)
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function decode(text: string): Buffer {
  return isCanonicalBase64url(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
}

/** The author of a sealed text may have sealed something other than JSON. */
function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function unreadable(): PlainError {
  return new PlainError(
    400,
    'The sealed secrets of the document cannot be opened. The passphrase is wrong, or the secrets were changed.',
  )
}

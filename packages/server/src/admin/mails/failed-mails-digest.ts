import type { failedEmailsDigest as spec } from '@portico/contract'
import type { z } from 'zod'

import { PlainError } from '../../kernel/errors.ts'
import { later, type Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { isDigest, sha256Base64 } from '../../platform/crypto/digest.ts'
import type { Log } from '../../platform/log/log.ts'
import { DAY_MILLIS, sendFailedMailsDigests } from '../../delivery/failed-mails-digests.ts'

export interface DigestDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
  readonly settings: { readonly cronSecret: string | null }
}

type DigestAnswer = z.input<(typeof spec)['access']['public']['response']>

/**
 * Refuses a call without the secret of the scheduler. The comparison takes the same time for every value.
 *
 * @throws PlainError
 */
export function requireCronSecret({ cronSecret }: DigestDependencies['settings'], authorization: string): void {
  const expected = Buffer.from(cronSecret === null ? '' : sha256Base64(`Bearer ${cronSecret}`))
  // guard: the digest of failed mails needs the secret of the scheduler
  if (!isDigest(sha256Base64(authorization), expected)) {
    const refusal = new PlainError(401, 'The secret of the scheduler is missing or wrong.')
    throw refusal.refusing({ isUnauthorized: true, projectId: 'internal' })
  }
}

/** Sends the digests of the last 24 hours. */
export async function sendDigests(
  dependencies: DigestDependencies,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<DigestAnswer> {
  const until = dependencies.clock.now()
  const period = { from: later(until, -DAY_MILLIS), until }
  const { projects, unsent } = await sendFailedMailsDigests(dependencies, { period, isDryRun })
  return {
    success: unsent === 0,
    ...(unsent > 0 && { error_message: `The digests of ${unsent} projects could not be queued.` }),
    failed_emails_by_tenancy: projects.flatMap(({ id, mails, owners }) => {
      const listed = mails.map(({ recipient, subject }) => ({ subject, to: [recipient] }))
      const addresses = owners.length === 0 ? [''] : owners.map(({ email }) => email)
      return addresses.map((address) => ({
        emails: listed,
        tenant_owner_email: address,
        project_id: id,
        tenancy_id: id,
      }))
    }),
  }
}

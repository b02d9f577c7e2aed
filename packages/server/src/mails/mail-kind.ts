import type { z } from 'zod'

import type { Clock } from '../kernel/clock.ts'
import type { Database, ProjectDatabase } from '../kernel/database.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import type { MailDestinationSettings } from '../platform/mailer/mail-destination.ts'
import type { SenderDomainSettings } from '../platform/mailer/sender-domains.ts'
import type { ProjectCache } from '../records/projects/project-cache.ts'
import type { Project } from '../records/projects/project.ts'
import type { CodeLifetimes } from '../records/verification-codes/lifetimes.ts'
import type { MailContent } from './mail-data.ts'
import type { WrittenContent } from './written-mail.ts'

export interface MailComposing {
  readonly clock: Clock
  readonly db: Database
  readonly projects: ProjectCache
  readonly secret: MasterSecret
  readonly settings: MailDestinationSettings &
    SenderDomainSettings & { readonly baseUrl: string; readonly codeLifetimes: CodeLifetimes }
}

/** A mail at delivery, with the current settings of its project. */
export interface Mailing {
  readonly dependencies: MailComposing
  readonly db: ProjectDatabase
  readonly project: Project
  readonly recipient: string
}

/** A kind of mail. The record stores the payload until delivery, so it contains no secrets in clear. */
export interface MailKind<Payload> {
  readonly payload: z.ZodType<Payload>
  /**
   * Checks that the mail still has a purpose and returns its content.
   *
   * @throws Undeliverable if the user, the address or the callback URL has changed since the mail was queued
   * @throws UnknownRecipient if no user has the address, which the call must not reveal
   */
  compose(mailing: Mailing, payload: unknown): Promise<MailContent | WrittenContent>
}

export function mailKind<Payload>(
  payload: z.ZodType<Payload>,
  compose: (mailing: Mailing, payload: Payload) => Promise<MailContent | WrittenContent>,
): MailKind<Payload> {
  return { payload, compose: (mailing, stored) => compose(mailing, payload.parse(stored)) }
}

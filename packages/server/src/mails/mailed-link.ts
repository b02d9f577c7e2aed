import { MAGIC_LINK_CODE_CHARACTERS } from '@portico/contract'

import { KnownError } from '../kernel/errors.ts'
import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import type { Project } from '../records/projects/project.ts'
import { requireTrustedUrl } from '../records/projects/trusted-origins.ts'
import {
  createVerificationCode,
  linkWithCode,
  type CodePurpose,
} from '../records/verification-codes/verification-codes.ts'
import type { MailValue } from './mail-data.ts'
import type { Mailing } from './mail-kind.ts'

interface MailedLink {
  readonly link: string
  readonly linkLifetime: MailValue
  /** The part of the code that a user types. */
  readonly typedCode: string
}

/** Creates a verification code and a link that contains it. */
export async function createMailedLink(
  { dependencies, db, project }: Mailing,
  callbackUrl: string,
  purpose: CodePurpose,
  nonce?: string,
): Promise<MailedLink> {
  const code = await db.run(createVerificationCode(dependencies, project.id, purpose, dependencies.clock.now(), nonce))
  return {
    link: linkWithCode(callbackUrl, code),
    linkLifetime: { lifetimeSeconds: dependencies.settings.codeLifetimes[purpose.kind] },
    typedCode: code.slice(0, MAGIC_LINK_CODE_CHARACTERS).toUpperCase(),
  }
}

/** @throws Undeliverable if the project no longer trusts the URL */
export function requireStillTrusted(project: Project, callbackUrl: string): string {
  try {
    return requireTrustedUrl(project, callbackUrl)
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    throw new Undeliverable('REJECTED', 'The project no longer trusts the callback URL of the link.')
  }
}

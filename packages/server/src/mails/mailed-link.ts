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
import type { Mailing } from './mail-kind.ts'
import type { MailVariables } from './render-mail.ts'

/** Creates a verification code and returns the variables of a mail with a link that contains it. */
export async function createMailedLink(
  { dependencies, db, project }: Mailing,
  callbackUrl: string,
  purpose: CodePurpose,
  nonce?: string,
): Promise<MailVariables> {
  const code = await db.run(createVerificationCode(dependencies, project.id, purpose, dependencies.clock.now(), nonce))
  return {
    link: linkWithCode(callbackUrl, code),
    linkLifetime: durationText(dependencies.settings.codeLifetimes[purpose.kind]),
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

function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 60 && minutes % 60 === 0) return countText(minutes / 60, 'hour')
  return minutes >= 1 ? countText(minutes, 'minute') : countText(seconds, 'second')
}

function countText(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

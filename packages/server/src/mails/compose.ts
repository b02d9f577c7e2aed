import { MAGIC_LINK_CODE_CHARACTERS, oauthProviderNames } from '@portico/contract'

import { isProviderId } from '../records/projects/shared-provider.ts'
import type { ProjectDatabase, Database } from '../kernel/database.ts'
import { forProject } from '../platform/db/project-scope.ts'
import { KnownError } from '../kernel/errors.ts'
import { NobodyToMail, Undeliverable } from '../platform/mailer/mail-failure.ts'
import type { Mail } from '../platform/mailer/mailer.ts'
import { ownMailServer } from '../records/projects/mail-server.ts'
import type { Project } from '../records/projects/project.ts'
import { requireTrustedUrl } from '../records/projects/trusted-origins.ts'
import {
  createVerificationCode,
  linkWithCode,
  type CodePurpose,
} from '../records/verification-codes/verification-codes.ts'
import { openSignInNonce } from './queue-mail.ts'
import { nameInMail } from './name-in-mail.ts'
import { renderMail, type MailTemplate } from './templates.ts'
import { findPrimaryEmail } from '../records/contact-channels/store.ts'
import type { ClaimedEmail, RemovedPart } from '../records/mails/mail.ts'
import { findUserBySignInEmail } from '../records/queries/sign-in-address.ts'
import type { MasterSecret } from '../platform/crypto/master-secret.ts'
import type { CodeLifetimes } from '../records/verification-codes/lifetimes.ts'
import type { ProjectCache } from '../records/projects/project-cache.ts'
import type { Clock } from '../kernel/clock.ts'

/** What making a mail takes. */
export interface MailComposing {
  readonly clock: Clock
  readonly db: Database
  readonly projects: ProjectCache
  readonly secret: MasterSecret
  readonly settings: { readonly baseUrl: string; readonly codeLifetimes: CodeLifetimes }
}

/**
 * Makes the mail as it goes out now: with a fresh code, and only if what it is about still holds.
 *
 * Users' names are not in it on purpose. Whoever signs up with somebody else's address could otherwise write to them
 * whatever fits into a name.
 *
 * @throws Undeliverable if the user, the address or the callback URL is not what it was when the mail was queued
 * @throws NobodyToMail if nobody has the address and nobody needs to know
 */
export async function composeMail(dependencies: MailComposing, email: ClaimedEmail): Promise<Mail> {
  const project = (await dependencies.projects.get(email.projectId))?.project
  if (!project) throw new Undeliverable('REJECTED', 'The project is gone.')
  const db = forProject(dependencies.db, project.id)
  const projectDisplayName = nameInMail(project.displayName)
  const { template, variables } = await openPurpose(dependencies, db, project, email)
  const rendered = renderMail(template, {
    projectDisplayName,
    serviceHost: new URL(dependencies.settings.baseUrl).host,
    ...variables,
  })
  return {
    id: email.id,
    projectId: project.id,
    senderName: senderNameOf(project),
    recipient: email.recipient,
    queuedAt: email.queuedAt,
    ...rendered,
    ownServer: ownMailServer(dependencies.secret, project),
  }
}

function senderNameOf({ config, displayName }: Project): string {
  const { emailConfig: email } = config
  return nameInMail(email.type === 'standard' ? email.senderName : displayName)
}

const partNames: Readonly<Record<RemovedPart, string>> = {
  password: 'the password',
  passkey: 'the passkey',
  authenticator_app: 'the authenticator app',
}

interface Purpose {
  readonly template: MailTemplate
  readonly variables: Readonly<Record<string, string>>
}

/** Looks whether the mail still has a purpose, and gives what its template needs for it. */
async function openPurpose(
  dependencies: MailComposing,
  db: ProjectDatabase,
  project: Project,
  email: ClaimedEmail,
): Promise<Purpose> {
  const { template, payload, recipient } = email
  switch (template) {
    case 'email_verification': {
      const primary = await db.run(findPrimaryEmail(project.id, payload.userId))
      if (primary?.value !== recipient) throw noLongerTheirs()
      if (primary.isVerified) throw new Undeliverable('REJECTED', 'The address has been verified meanwhile.')
      const callbackUrl = stillTrusted(project, payload.callbackUrl)
      const target = { channelId: payload.channelId, email: recipient }
      const purpose = { kind: 'contact_channel_verification', userId: payload.userId, target } as const
      return { template, variables: await linkVariables(dependencies, db, callbackUrl, purpose) }
    }
    case 'password_reset': {
      const callbackUrl = stillTrusted(project, payload.callbackUrl)
      const found = await db.run(findUserBySignInEmail(project.id, recipient))
      if (!found) throw new NobodyToMail()
      const purpose = { kind: 'password_reset', userId: found.user.id, target: { email: recipient } } as const
      return { template, variables: await linkVariables(dependencies, db, callbackUrl, purpose) }
    }
    case 'sign_in_code': {
      const callbackUrl = stillTrusted(project, payload.callbackUrl)
      if (!project.config.magicLinkEnabled) throw new Undeliverable('REJECTED', 'Sign-in by mail was switched off.')
      const found = await db.run(findUserBySignInEmail(project.id, recipient))
      // Whoever asked learns nothing from the call; the owner of the mailbox learns why they cannot get in.
      if (!found && !project.config.signUpEnabled) return { template: 'no_account', variables: { link: '' } }
      const nonce = openSignInNonce(dependencies, email, payload.sealedNonce)
      const target = { email: recipient }
      // For the address and not for its user: a stranger who has signed up with it must not be able to end the code by
      // changing their password.
      const purpose = { kind: 'sign_in', address: recipient, target } as const
      return { template, variables: await linkVariables(dependencies, db, callbackUrl, purpose, nonce) }
    }
    case 'password_changed': {
      const primary = await db.run(findPrimaryEmail(project.id, payload.userId))
      if (primary?.value !== recipient) throw noLongerTheirs()
      return { template, variables: { link: '', changedAt: inUtc(new Date(payload.changedAtMillis)) } }
    }
    case 'email_changed':
      return { template, variables: { link: '', changedAt: inUtc(new Date(payload.changedAtMillis)) } }
    case 'sign_in_method_changed': {
      const { change, changedAtMillis, providerName, removed = [], disconnected = [], address = '' } = payload
      const providers = listOf(disconnected.map(providerNameOf))
      const parts = [
        ...removed.map((part) => partNames[part]),
        ...(disconnected.length > 0
          ? [`the connected account${disconnected.length > 1 ? 's' : ''} at ${providers}`]
          : []),
      ].join(', ')
      const changedAt = inUtc(new Date(changedAtMillis))
      return { template, variables: { link: '', change, providerName, removed: parts, providers, address, changedAt } }
    }
  }
}

async function linkVariables(
  dependencies: MailComposing,
  db: ProjectDatabase,
  callbackUrl: string,
  purpose: CodePurpose,
  nonce?: string,
): Promise<Readonly<Record<string, string>>> {
  const code = await db.run(
    createVerificationCode(dependencies, db.projectId, purpose, dependencies.clock.now(), nonce),
  )
  return {
    link: linkWithCode(callbackUrl, code),
    linkLifetime: inWords(dependencies.settings.codeLifetimes[purpose.kind]),
    typedCode: code.slice(0, MAGIC_LINK_CODE_CHARACTERS).toUpperCase(),
  }
}

function providerNameOf(id: string): string {
  return isProviderId(id) ? oauthProviderNames[id] : id
}

/** "GitHub, Google and Apple". */
function listOf(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}

function noLongerTheirs(): Undeliverable {
  return new Undeliverable('REJECTED', 'The address does not belong to the user any more.')
}

function stillTrusted(project: Project, callbackUrl: string): string {
  try {
    return requireTrustedUrl(project, callbackUrl)
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    throw new Undeliverable('REJECTED', 'The project does not trust the page the link leads to any more.')
  }
}

/** "21 November 2026, 05:20 UTC": whoever reads the mail need not guess whose clock it was. */
function inUtc(moment: Date): string {
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
    moment,
  )
  return `${text.replace(' at ', ', ')} UTC`
}

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 60 && minutes % 60 === 0) return plural(minutes / 60, 'hour')
  return minutes >= 1 ? plural(minutes, 'minute') : plural(seconds, 'second')
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

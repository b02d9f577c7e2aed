import { forProject, type ProjectDatabase } from '../db/sql.ts'
import { KnownError } from '../http/errors.ts'
import { Undeliverable } from '../ports/mail-failure.ts'
import type { Mail } from '../ports/mailer.ts'
import type { Ports } from '../ports/ports.ts'
import type { Project } from '../projects/project.ts'
import { requireTrustedUrl } from '../projects/trusted-origins.ts'
import { findUser, findUserBySignInEmail } from '../users/users.ts'
import type { CodeKind } from '../verification-codes/lifetimes.ts'
import { createVerificationCode, linkWithCode } from '../verification-codes/verification-codes.ts'
import type { ClaimedEmail } from './emails.ts'
import { renderMail } from './templates.ts'

type ComposePorts = Pick<Ports, 'clock' | 'db' | 'projects' | 'random' | 'settings'>

const NAME_MAX_CODE_POINTS = 80

/**
 * Makes the mail as it goes out now: with a fresh code, and only if what it is about still holds.
 *
 * Users' names are not in it on purpose. Whoever signs up with somebody else's address could otherwise write to them
 * whatever fits into a name.
 *
 * @throws Undeliverable if the user, the address or the callback URL is not what it was when the mail was queued
 */
export async function composeMail(ports: ComposePorts, email: ClaimedEmail): Promise<Mail> {
  const project = (await ports.projects.get(email.projectId))?.project
  if (!project) throw new Undeliverable('REJECTED', 'The project is gone.')
  const db = forProject(ports.db, project.id)
  const { kind, linkVariable, target } = await openPurpose(db, email)
  const callbackUrl = stillTrusted(project, email.payload.callbackUrl)
  const code = await createVerificationCode(ports, db, { kind, userId: email.payload.userId, target })
  const projectDisplayName = oneLine(project.displayName)
  const rendered = renderMail(email.template, {
    projectDisplayName,
    [linkVariable]: linkWithCode(callbackUrl, code),
    linkLifetime: inWords(ports.settings.codeLifetimes[kind]),
    serviceHost: new URL(ports.settings.baseUrl).host,
  })
  return {
    id: email.id,
    projectId: project.id,
    senderName: projectDisplayName,
    recipient: email.recipient,
    ...rendered,
  }
}

interface Purpose {
  readonly kind: CodeKind
  readonly linkVariable: string
  /** What the code will be bound to. */
  readonly target: object
}

/** Looks whether the mail still has a purpose. */
async function openPurpose(db: ProjectDatabase, { template, payload, recipient }: ClaimedEmail): Promise<Purpose> {
  switch (template) {
    case 'email_verification': {
      const user = await findUser(db, payload.userId)
      if (user?.primaryEmail !== recipient) throw noLongerTheirs()
      if (user.primaryEmailVerified) throw new Undeliverable('REJECTED', 'The address has been verified meanwhile.')
      return {
        kind: 'contact_channel_verification',
        linkVariable: 'emailVerificationLink',
        target: { channelId: payload.channelId, email: recipient },
      }
    }
    case 'password_reset': {
      const found = await findUserBySignInEmail(db, recipient)
      if (found?.user.id !== payload.userId) throw noLongerTheirs()
      return { kind: 'password_reset', linkVariable: 'passwordResetLink', target: { email: recipient } }
    }
  }
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

/**
 * A name that can stand in a header: no line breaks, nothing invisible that could turn its direction or hide a part of
 * it. The two joiners stay, because scripts and emoji need them.
 */
function oneLine(name: string): string {
  const clean = name
    .replaceAll(/(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...clean].slice(0, NAME_MAX_CODE_POINTS).join('')
}

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 60 && minutes % 60 === 0) return plural(minutes / 60, 'hour')
  return minutes >= 1 ? plural(minutes, 'minute') : plural(seconds, 'second')
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

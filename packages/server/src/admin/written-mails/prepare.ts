import type { sendWrittenEmail } from '@portico/contract'
import type { CamelCased } from '@portico/contract/letter-case'
import { UnrenderableDocument, type Unrenderable } from '@portico/protocols/mail-document/tree'
import type { z } from 'zod'

import type { ProjectDatabase } from '../../kernel/database.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { firstLanguage } from '../../language/languages.ts'
import { renderWrittenBlocks } from '../../mails/render-written.ts'
import { sendsOwnTemplates } from '../../mails/sends-own-templates.ts'
import type { WrittenMail } from '../../mails/written-mail.ts'
import type { Project } from '../../records/projects/project.ts'
import { listPrimaryAddresses } from '../../records/queries/users/primary-addresses.ts'

type Body = z.output<(typeof sendWrittenEmail)['access']['server']['body']>
type Given = CamelCased<Omit<Body, 'content' | 'variables'>> & Pick<Body, 'content' | 'variables'>

export interface PreparedMail {
  readonly written: WrittenMail
  /** Each user once, in the given order; null for a user without an address. */
  readonly recipients: readonly { readonly userId: string; readonly address: string | null }[]
}

interface Surroundings {
  readonly baseUrl: string
  readonly db: ProjectDatabase
  readonly project: Project
}

/**
 * Checks a server's mail before it counts, and finds the addresses of the users.
 *
 * @throws PlainError, REQUIRES_CUSTOM_EMAIL_SERVER, USER_ID_DOES_NOT_EXIST
 */
export async function prepareMail({ baseUrl, db, project }: Surroundings, given: Given): Promise<PreparedMail> {
  refuseOtherWays(given)
  if (!sendsOwnTemplates(project)) throw new KnownError('REQUIRES_CUSTOM_EMAIL_SERVER')
  const written = writtenFrom(given)
  if (written.kind === 'content') requireRenderable(written, project, baseUrl)
  const userIds = [...new Set(given.userIds)]
  if (userIds.length === 0) throw new PlainError(400, 'Name the users in user_ids.')
  const addresses = await db.run(listPrimaryAddresses(project.id, userIds))
  const recipients = userIds.map((userId) => {
    const address = addresses.get(userId)
    if (address === undefined) throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: userId })
    return { userId, address }
  })
  return { written, recipients }
}

/** Refuses options of official clients that this service does not support. */
function refuseOtherWays({ allUsers, draftId, scheduledAtMillis }: Given): void {
  if (allUsers) {
    throw new PlainError(
      400,
      'This service does not send to all users at once. List the users and name up to 100 of them in user_ids of each call.',
    )
  }
  if (draftId !== undefined) {
    throw new PlainError(400, 'This service has no drafts. Send html, content or template_id instead of draft_id.')
  }
  if (scheduledAtMillis !== undefined) {
    throw new PlainError(
      400,
      'This service sends at once. Leave scheduled_at_millis out and make the call at that time.',
    )
  }
}

function writtenFrom({ content, html, subject, templateId, variables = {} }: Given): WrittenMail {
  if ([html, templateId, content].filter((one) => one !== undefined).length !== 1) {
    throw new PlainError(400, 'Send exactly one of html, template_id and content.')
  }
  const given = subject?.trim() ? subject : null
  if (templateId !== undefined) return { kind: 'template', subject: given, type: templateId, variables }
  if (given === null) throw new PlainError(400, 'Send a subject with html or content.')
  if (html === undefined) return { kind: 'content', subject: given, content: content ?? null, variables }
  if (Object.keys(variables).length > 0) {
    throw new PlainError(400, 'The html is sent as it is. Send variables with template_id or content.')
  }
  return { kind: 'html', subject: given, html }
}

const problems: Readonly<Record<Unrenderable, string>> = {
  wrong_format: 'has the wrong format',
  no_root: 'has no block "root" of the type EmailLayout',
  circle: 'has a block that contains itself',
  too_many_blocks: 'has too many blocks',
  too_deep: 'has blocks that are nested too deeply',
  too_many_nodes: 'is too large',
  too_long: 'is too large with its variables',
}

/** Renders the blocks as for a user without a name. @throws PlainError */
function requireRenderable(
  written: Extract<WrittenMail, { kind: 'content' }>,
  project: Project,
  baseUrl: string,
): void {
  try {
    renderWrittenBlocks(written, { project, baseUrl }, firstLanguage([project.config.defaultLocale]), null)
  } catch (error) {
    if (!(error instanceof UnrenderableDocument)) throw error
    const { block, reason } = error
    const named = block === null ? '' : `: ${JSON.stringify(block)}`
    throw new PlainError(400, `The content cannot become a mail, because it ${problems[reason]}${named}.`)
  }
}

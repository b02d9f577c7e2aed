import type { Call } from '../../kernel/call.ts'
import { PlainError } from '../../kernel/errors.ts'
import { unpackContents, type MailContents } from '../../records/mails/content-archive.ts'
import type { EmailWithFailures } from '../../records/mails/mail.ts'
import { findContents } from '../../records/mails/store.ts'
import { findWrittenHtml } from '../../records/mails/written-emails.ts'
import { partsOfHtml } from '../../mails/render-written.ts'
import { findMail } from '../../records/queries/emails/mail-list.ts'

interface ReadEmail {
  readonly email: EmailWithFailures
  /** Null if they are not kept, or there was no attempt yet. */
  readonly contents: MailContents | null
}

/**
 * Reads a mail as it was rendered for its last attempt. Codes and links are hidden.
 *
 * @throws PlainError 404
 */
export async function readEmail({ db }: Call, id: string): Promise<ReadEmail> {
  const { email, packed, written } = await db.batch({
    email: findMail(db.projectId, id),
    packed: findContents(db.projectId, id),
    written: findWrittenHtml(db.projectId, id),
  })
  if (!email) throw new PlainError(404, 'The e-mail was not found.')
  if (packed) return { email, contents: await unpackContents(packed) }
  return { email, contents: written && partsOfHtml(written) }
}

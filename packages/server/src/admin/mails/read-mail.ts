import type { Call } from '../../kernel/call.ts'
import { PlainError } from '../../kernel/errors.ts'
import { unpackContents, type MailContents } from '../../records/mails/content-archive.ts'
import type { MailWithFailures } from '../../records/mails/mail.ts'
import { findContents } from '../../records/mails/store.ts'
import { findWrittenHtml } from '../../records/mails/written-mails.ts'
import { partsOfHtml } from '../../mails/render-written.ts'
import { findMail } from '../../records/queries/mails/mail-list.ts'

interface ReadMail {
  readonly mail: MailWithFailures
  /** Null if they are not kept, or there was no attempt yet. */
  readonly contents: MailContents | null
}

/**
 * Reads a mail as it was rendered for its last attempt. Codes and links are hidden.
 *
 * @throws PlainError 404
 */
export async function readMail({ db }: Call, id: string): Promise<ReadMail> {
  const { mail, packed, written } = await db.batch({
    mail: findMail(db.projectId, id),
    packed: findContents(db.projectId, id),
    written: findWrittenHtml(db.projectId, id),
  })
  if (!mail) throw new PlainError(404, 'The e-mail was not found.')
  if (packed) return { mail, contents: await unpackContents(packed) }
  return { mail, contents: written && partsOfHtml(written) }
}

import type { Call } from '../../kernel/call.ts'
import { PlainError } from '../../kernel/errors.ts'
import { unpackContents, type MailContents } from '../../records/mails/content-archive.ts'
import type { EmailWithFailures } from '../../records/mails/mail.ts'
import { findContents } from '../../records/mails/store.ts'
import { findMail } from '../../records/queries/mail-list.ts'

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
  const { email, packed } = await db.batch({
    email: findMail(db.projectId, id),
    packed: findContents(db.projectId, id),
  })
  if (!email) throw new PlainError(404, 'The e-mail was not found.')
  return { email, contents: packed && (await unpackContents(packed)) }
}

import type { Database } from '../kernel/database.ts'
import type { Mail, Mailer } from '../platform/mailer/mailer.ts'
import { insertMail, type InboxEntry, type InboxMail } from './store.ts'

const KEPT_MAILS = 500

/** Stores mails for `/dev/inbox` instead of sending them, and deletes the oldest. */
export class InboxMailer implements Mailer {
  /** A delivery is one insert into the database of the service. */
  readonly lanes = 20
  /** The inbox receives the mails of all projects, including those with their own mail server. */
  readonly ownServerLanes = null
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async deliver(mail: Mail): Promise<void> {
    const kept = {
      mailId: mail.id,
      recipient: mail.recipient,
      sender: mail.senderName,
      subject: mail.subject,
      html: withImages(mail),
      text: mail.text,
      receivedAt: mail.queuedAt,
    }
    await this.#db.run(insertMail(mail.projectId, kept, KEPT_MAILS))
  }

  close(): void {}
}

/** The inbox page shows one document, so the images are embedded in it. */
function withImages({ html, images = [] }: Mail): string {
  return images.reduce(
    (shown, { bytes, contentId, contentType }) =>
      shown.replaceAll(`cid:${contentId}`, `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`),
    html,
  )
}

interface JsonMail extends Omit<InboxMail, 'receivedAt'> {
  readonly locale: string
  readonly received_at_millis: number
}

/** The mail as the JSON calls of the inbox return it. */
export function toJson(mail: InboxMail): JsonMail {
  const { receivedAt, ...rest } = mail
  const [, locale = ''] = /<html lang="([\w-]+)"/.exec(mail.html) ?? []
  return { ...rest, locale, received_at_millis: receivedAt.getTime() }
}

/** The first link in the mail that contains a code, with the code; null if there is none. */
export function codeOf(mail: Pick<InboxMail, 'text'>): { code: string; link: string } | null {
  for (const [link] of mail.text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    const code = URL.parse(link)?.searchParams.get('code')
    if (code) return { code, link }
  }
  return null
}

/** An entity tag that changes with the list, so that polling pages get a cheap 304. */
export function listTag(entries: readonly InboxEntry[]): string {
  const ids = entries.map(({ id }) => id)
  return `"${Math.max(0, ...ids)}-${Math.min(...ids, Number.MAX_SAFE_INTEGER)}-${ids.length}"`
}

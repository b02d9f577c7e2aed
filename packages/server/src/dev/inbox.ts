import type { Database } from '../kernel/database.ts'
import { forProject } from '../platform/db/project-scope.ts'
import type { Mail, Mailer } from '../platform/mailer/mailer.ts'
import { insertMail, type InboxEntry, type InboxMail } from './store.ts'

const KEPT_MAILS = 500

/** Keeps mails in the service, to be read at `/dev/inbox`, and drops the oldest beyond what a person would look at. */
export class InboxMailer implements Mailer {
  /** Each is one insert into our own database. */
  readonly lanes = 20
  /** The inbox takes the mails of every project, also of those with a server of their own. */
  readonly ownServerLanes = null
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async deliver(mail: Mail): Promise<void> {
    const kept = {
      emailId: mail.id,
      recipient: mail.recipient,
      sender: mail.senderName,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      receivedAt: mail.queuedAt,
    }
    await forProject(this.#db, mail.projectId).run(insertMail(mail.projectId, kept, KEPT_MAILS))
  }

  close(): void {}
}

/** The mail as the inbox's JSON calls give it. */
export function toJson(mail: InboxMail): Omit<InboxMail, 'receivedAt'> & { received_at_millis: number } {
  const { receivedAt, ...rest } = mail
  return { ...rest, received_at_millis: receivedAt.getTime() }
}

/** The first link of the mail that carries a code, and that code; null if there is none. */
export function codeOf(mail: Pick<InboxMail, 'text'>): { code: string; link: string } | null {
  for (const [link] of mail.text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    const code = URL.parse(link)?.searchParams.get('code')
    if (code) return { code, link }
  }
  return null
}

/** Changes whenever the list does; a page that polls with it costs next to nothing. */
export function listTag(entries: readonly InboxEntry[]): string {
  const ids = entries.map(({ id }) => id)
  return `"${Math.max(0, ...ids)}-${Math.min(...ids, Number.MAX_SAFE_INTEGER)}-${ids.length}"`
}

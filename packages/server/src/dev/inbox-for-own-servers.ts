import type { Mail, Mailer } from '../platform/mailer/mailer.ts'

/** Sends mails through the operator's server. Mails of projects with their own server are kept in the inbox. */
export class InboxForOwnServers implements Mailer {
  readonly ownServerLanes = null
  readonly #shared: Mailer
  readonly #inbox: Mailer

  constructor(shared: Mailer, inbox: Mailer) {
    this.#shared = shared
    this.#inbox = inbox
  }

  get lanes(): number {
    return this.#shared.lanes
  }

  deliver(mail: Mail): Promise<void> {
    return (mail.ownServer ? this.#inbox : this.#shared).deliver(mail)
  }

  close(): void {
    this.#shared.close()
    this.#inbox.close()
  }
}

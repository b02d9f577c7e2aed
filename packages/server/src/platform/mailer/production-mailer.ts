import type { Mail, Mailer } from './mailer.ts'
import { CONNECTIONS_PER_PROJECT, type OwnMailServers } from './own-mail-servers.ts'

/** How many projects' own servers may hold up mails at the same moment before the next one waits. */
const OWN_SERVERS_AT_ONCE = 20

/** Sends each mail through its project's own server, if it has one, else through the shared one. */
export class ProductionMailer implements Mailer {
  readonly ownServerLanes = OWN_SERVERS_AT_ONCE * CONNECTIONS_PER_PROJECT
  readonly #shared: Mailer
  readonly #ownServers: OwnMailServers

  constructor(shared: Mailer, ownServers: OwnMailServers) {
    this.#shared = shared
    this.#ownServers = ownServers
  }

  get lanes(): number {
    return this.#shared.lanes
  }

  deliver(mail: Mail): Promise<void> {
    return mail.ownServer ? this.#ownServers.deliver(mail.ownServer, mail) : this.#shared.deliver(mail)
  }

  close(): void {
    this.#shared.close()
    this.#ownServers.close()
  }
}

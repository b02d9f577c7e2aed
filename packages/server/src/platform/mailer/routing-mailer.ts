import type { Mail, Mailer } from './mailer.ts'
import { CONNECTIONS_PER_PROJECT, type OwnMailServers } from './own-mail-servers.ts'

/** Number of slow project servers that may block deliveries at the same time before other projects wait. */
const OWN_SERVERS_AT_ONCE = 20

/** Sends each mail through its project's own server, or through the shared one if there is none. */
export class RoutingMailer implements Mailer {
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

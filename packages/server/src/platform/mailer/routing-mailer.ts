import type { MailEndpoints } from './mail-endpoints.ts'
import type { Mail, Mailer } from './mailer.ts'
import { CONNECTIONS_PER_PROJECT, type OwnMailServers } from './own-mail-servers.ts'

/** Number of slow project servers that may block deliveries at the same time before other projects wait. */
const OWN_SERVERS_AT_ONCE = 20

/** Sends each mail through its project's own server or endpoint, or through the shared server if there is none. */
export class RoutingMailer implements Mailer {
  readonly ownServerLanes = OWN_SERVERS_AT_ONCE * CONNECTIONS_PER_PROJECT
  readonly #shared: Mailer
  readonly #ownServers: OwnMailServers
  readonly #endpoints: MailEndpoints

  constructor(shared: Mailer, ownServers: OwnMailServers, endpoints: MailEndpoints) {
    this.#shared = shared
    this.#ownServers = ownServers
    this.#endpoints = endpoints
  }

  get lanes(): number {
    return this.#shared.lanes
  }

  deliver(mail: Mail): Promise<void> {
    const { ownServer, senderName } = mail
    if (!ownServer) return this.#shared.deliver(mail)
    return ownServer.type === 'endpoint'
      ? this.#endpoints.deliver(ownServer, senderName, mail)
      : this.#ownServers.deliver(ownServer, mail)
  }

  close(): void {
    this.#shared.close()
    this.#ownServers.close()
  }
}

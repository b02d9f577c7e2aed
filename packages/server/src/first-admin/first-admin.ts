import { timingSafeEqual } from 'node:crypto'

import type { Hono } from 'hono'

import { sha256 } from '../crypto/digest.ts'
import { forProject, scopeToProject, type ProjectSql } from '../db/sql.ts'
import { isUniqueViolation } from '../db/database-errors.ts'
import { KnownError, PlainError } from '../http/errors.ts'
import { requireAcceptablePassword } from '../password/password-rules.ts'
import type { Ports } from '../ports/ports.ts'
import { createUser } from '../users/users.ts'
import { firstAdminRoutes, type Environment } from './routes.ts'
import { countFirstAdmins, hasOwner, listUnownedProjectIds, lockFirstAdmin } from './store.ts'

export interface FirstAdminRequest {
  readonly secret: string
  readonly email: string
  readonly password: string
}

/**
 * Makes the person at the console the first admin.
 *
 * While nobody owns the project "internal", the console shows a link with a secret. Whoever opens it chooses an e-mail
 * address and a password and then owns "internal" and every project that has no owner.
 */
export class FirstAdmin {
  readonly #ports: Ports

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** The address with the secret in its fragment, which browsers do not send along; null once there is an admin. */
  async link(): Promise<string | null> {
    const internal = forProject(this.#ports.db, 'internal')
    if (await hasOwner(internal)) return null
    return `${this.#ports.settings.baseUrl}/first-admin#${await this.#secret(internal)}`
  }

  routes(): Hono<Environment> {
    return firstAdminRoutes(this.#ports, this)
  }

  /**
   * Creates the first admin. Of two requests at the same moment one gets through.
   *
   * @throws PlainError 403 for a wrong secret or once there is an admin, PASSWORD_TOO_SHORT,
   * PASSWORD_REQUIREMENTS_NOT_MET, USER_EMAIL_ALREADY_EXISTS
   */
  async create(request: FirstAdminRequest, clientAddress: string): Promise<void> {
    const ports = this.#ports
    // Before the costly hash; what counts is the look under the lock below.
    await this.#requireSecret(forProject(ports.db, 'internal'), request.secret)
    const { email, password } = request
    requireAcceptablePassword(ports, password, { email, projectName: 'Portico' })
    const passwordHash = await ports.hasher.hash('internal', password)
    await ports.db
      .transaction(async (tx) => {
        await lockFirstAdmin(tx)
        const internal = scopeToProject(tx, 'internal')
        await this.#requireSecret(internal, request.secret)
        const managedProjectIds = await listUnownedProjectIds(tx)
        const user = await createUser(ports, internal, {
          email: { value: email, isVerified: false, usedForAuth: true },
          passwordHash,
          serverMetadata: { managedProjectIds },
        })
        await ports.audit.record(
          tx,
          { projectId: 'internal', requestId: null, clientAddress },
          { action: 'service.first_admin_created', actor: { type: 'system' }, targetId: user.id },
        )
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'contact_channels_sign_in_address')
          ? new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: false })
          : error
      })
  }

  async #requireSecret(internal: ProjectSql, offered: string): Promise<void> {
    const isOpen = !(await hasOwner(internal))
    const isRight = timingSafeEqual(sha256(offered), sha256(await this.#secret(internal)))
    if (!isOpen) throw new PlainError(403, 'This service has its admin already.')
    if (!isRight) {
      throw new PlainError(403, 'This link is not the right one. Use the one that the service printed last.')
    }
  }

  /**
   * Derived from the master secret, so that every node accepts the link that any node has printed. Each first admin
   * changes it: a link that was used stays closed for good, even if one day nobody owns the service again.
   */
  async #secret(internal: ProjectSql): Promise<string> {
    const made = await countFirstAdmins(internal)
    return this.#ports.secret.mac('first admin', String(made)).toString('base64url')
  }
}

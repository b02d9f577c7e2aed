import { timingSafeEqual } from 'node:crypto'

import type { Hono } from 'hono'

import { sha256 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { forProject, scopeToProject } from '../../platform/db/sql.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { requireAcceptablePassword } from '../../flows/password/password-rules.ts'
import type { Ports } from '../../ports.ts'
import { createUser } from '../../accounts/users.ts'
import { firstAdminRoutes, type Environment } from './routes.ts'
import {
  closeSetup,
  findSetup,
  hasOwner,
  listUnownedProjectIds,
  openSetup,
  type Setup,
} from '../../records/first-admin-setup/store.ts'

export interface FirstAdminRequest {
  readonly secret: string
  readonly email: string
  readonly password: string
}

type LinkPorts = Pick<Ports, 'db' | 'secret' | 'settings'>

/**
 * Makes the person at the console the first admin.
 *
 * On a new service the console shows a link with a secret. Whoever opens it chooses an e-mail address and a password and
 * then owns "internal" and every project that has no owner. That closes the set-up for good, also if the last owner is
 * gone one day: only the operator command `first-admin` opens it again (`security.md` 12.6).
 */
export class FirstAdmin {
  readonly #ports: Ports

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** The address with the secret in its fragment, which browsers do not send along; null while the set-up is closed. */
  link(): Promise<string | null> {
    return firstAdminLink(this.#ports)
  }

  routes(): Hono<Environment> {
    return firstAdminRoutes(this.#ports, this)
  }

  /**
   * Creates the first admin. Of two requests at the same moment one gets through.
   *
   * @throws PlainError 403 for a wrong secret or while the set-up is closed, PASSWORD_TOO_SHORT,
   * PASSWORD_REQUIREMENTS_NOT_MET, USER_EMAIL_ALREADY_EXISTS
   */
  async create(request: FirstAdminRequest, clientAddress: string): Promise<void> {
    const ports = this.#ports
    const { opening } = await this.#requireSecret(request.secret)
    const { email, password } = request
    requireAcceptablePassword(ports, password, { email, projectName: 'Portico' })
    const passwordHash = await ports.hasher.hash('internal', password)
    await ports.db
      .transaction(async (tx) => {
        const internal = scopeToProject(tx, 'internal')
        if (!(await closeSetup(tx, opening)) || (await hasOwner(internal))) throw setupClosed()
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

  /** Checked before the costly hash. What counts in the end is that the same opening is closed by the transaction. */
  async #requireSecret(offered: string): Promise<Setup> {
    const setup = await findOpenSetup(this.#ports)
    if (!setup) throw setupClosed()
    const digest = sha256(offered)
    const isRight = secretsOf(this.#ports.secret, setup).some((secret) => timingSafeEqual(digest, sha256(secret)))
    if (!isRight) {
      throw new PlainError(403, 'This link is not the right one. Use the one that the service printed last.')
    }
    return setup
  }
}

/** The first-admin link; null while the set-up is closed. */
async function firstAdminLink(ports: LinkPorts): Promise<string | null> {
  const setup = await findOpenSetup(ports)
  return setup && `${ports.settings.baseUrl}/first-admin#${secretsOf(ports.secret, setup)[0]}`
}

/**
 * Opens the set-up for a service that no user owns any more. The only way back in.
 *
 * @returns the link; null if the service has an owner, who can add others
 */
export async function reopenFirstAdmin(ports: LinkPorts & Pick<Ports, 'audit'>): Promise<string | null> {
  const isOpen = await ports.db.transaction(async (tx) => {
    if (await hasOwner(scopeToProject(tx, 'internal'))) return false
    await openSetup(tx)
    await ports.audit.record(
      tx,
      { projectId: 'internal', requestId: null, clientAddress: null },
      { action: 'service.first_admin_reopened', actor: { type: 'system' } },
    )
    return true
  })
  return isOpen ? firstAdminLink(ports) : null
}

/** An owner who came another way, such as by an update of their metadata, closes the set-up too. */
async function findOpenSetup({ db }: Pick<Ports, 'db'>): Promise<Setup | null> {
  const setup = await findSetup(db)
  if (!setup.isOpen) return null
  if (!(await hasOwner(forProject(db, 'internal')))) return setup
  await closeSetup(db, setup.opening)
  return null
}

/**
 * Derived from the master secret, so that every node accepts the link that any node has printed. Each closing changes it:
 * a link that was used stays closed when the set-up is opened again.
 */
function secretsOf(secret: MasterSecret, { opening }: Setup): string[] {
  return secret.macs('first admin', String(opening)).map((mac) => mac.toString('base64url'))
}

function setupClosed(): PlainError {
  return new PlainError(403, 'The first-admin link is closed. This service has or had its admin.')
}

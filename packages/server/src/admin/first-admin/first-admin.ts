import { timingSafeEqual } from 'node:crypto'

import { sha256 } from '../../platform/crypto/digest.ts'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import type { Database } from '../../kernel/database.ts'
import { PlainError, type RateLimited } from '../../kernel/errors.ts'
import { requireAcceptablePassword, type PasswordRules } from '../../accounts/password-rules.ts'
import { closeSetup, findSetup, openSetup, type Setup } from '../../records/first-admin-setup/store.ts'
import type { ProjectCache } from '../../records/projects/project-cache.ts'
import { addStaffRoles, hasServiceOwner } from '../../records/project-owners/store.ts'
import { endCookieSessions } from '../../flows/dashboard-session/dashboard-session.ts'
import { scopeToProject } from '../../platform/db/project-scope.ts'
import { lockUnownedProjects } from '../../records/queries/projects/unowned-projects.ts'
import { exempt } from '../../accounts/admission.ts'
import { createUser } from '../../accounts/create-user.ts'
import { signInOf, startSession, type StartSessionDependencies } from '../../accounts/start-session.ts'
import { nothing } from '../../kernel/statement.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { PasswordHasher } from '../../platform/hashing/password-hasher.ts'
import { asEmailAlreadyExists } from '../../records/contact-channels/sign-in-address-taken.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { asClient, asUser, emit, systemCall, type EventCall } from '../../kernel/emit.ts'
import type { Refusals } from '../../api/pipeline/refusals.ts'
import { addressBlock } from '../../platform/http/client-address.ts'
import type { EndUser } from '../../platform/http/end-user.ts'

export interface FirstAdminRequest {
  readonly secret: string
  readonly email: string
  readonly password: string
}

interface LinkDependencies {
  readonly db: Database
  readonly secret: MasterSecret
  readonly settings: { readonly baseUrl: string }
}

export interface FirstAdminDependencies extends LinkDependencies {
  readonly clock: Clock
  readonly hasher: PasswordHasher
  readonly projects: ProjectCache
  readonly refusals: Refusals
  readonly settings: LinkDependencies['settings'] & PasswordRules['settings'] & StartSessionDependencies['settings']
}

/**
 * Creates the first owner of a service.
 *
 * The console of a new service shows a link with a secret. The user who opens it chooses an e-mail address and a
 * password and becomes the owner of "internal" and of every project without an owner. This closes the set-up
 * permanently, even if the last owner is deleted later: only the operator command `first-admin` opens it again (rule
 * S-56).
 */
export class FirstAdmin {
  readonly #dependencies: FirstAdminDependencies

  constructor(dependencies: FirstAdminDependencies) {
    this.#dependencies = dependencies
  }

  /** The URL with the secret in its fragment, which browsers do not send; null while the set-up is closed. */
  link(): Promise<string | null> {
    return firstAdminLink(this.#dependencies)
  }

  /**
   * Creates the first admin. Of two concurrent requests, one succeeds.
   *
   * @param cookieTokens the refresh tokens of the dashboard's cookie so far, whose sessions end; null if the admin gets
   *   no session
   * @returns the refresh token of the session, for the cookie of the dashboard; null without a session
   * @throws PlainError 403 for a wrong secret or while the set-up is closed, PASSWORD_TOO_SHORT,
   * PASSWORD_REQUIREMENTS_NOT_MET, USER_EMAIL_ALREADY_EXISTS
   */
  async create(
    request: FirstAdminRequest,
    clientAddress: string,
    endUser: EndUser | null,
    cookieTokens: readonly string[] | null,
  ): Promise<string | null> {
    const { clock, db, hasher, projects } = this.#dependencies
    const now = clock.now()
    const { opening } = await this.#requireSecret(request.secret, clientAddress)
    const { email, password } = request
    const startsSession = cookieTokens !== null
    requireAcceptablePassword(this.#dependencies, password, { emails: [email], projectName: 'Portico' })
    const passwordHash = await hasher.hash('internal', password)
    const internal = await projects.get('internal')
    if (!internal) throw new Error('The project "internal" is missing.')
    return db
      .transaction(async (tx) => {
        const { isClosed, hasOwner, unownedIds } = await tx.batch({
          // guard: the set-up of the first admin closes after use
          //   (replace `closeSetup(opening)` with `hasServiceOwner().map(() => true)`)
          isClosed: closeSetup(opening),
          hasOwner: hasServiceOwner(),
          unownedIds: lockUnownedProjects(),
        })
        if (!isClosed || hasOwner) throw setupClosed()
        const id = newUuid()
        const owner = {
          id,
          admission: exempt,
          // The link proves the operator, not the mailbox: a typing error must not give the service to another person.
          email: { value: email, isVerified: false, usedForAuth: true, requiresSessionProof: true },
          passwordHash,
        }
        const call = systemCall('internal', now, clientAddress)
        const signIn = { ...call, project: internal.project, request: { endUser } }
        const { session } = await tx.batch({
          user: createUser(signIn, { ...owner, ...(startsSession && { signsIn: signInOf(signIn) }) }),
          ownership: addStaffRoles('internal', id, unownedIds, now),
          created: emit(call, 'service.first_admin_created', { userId: id }),
          session: startsSession
            ? startSession(this.#dependencies, signIn, {
                userId: id,
                isSecondFactorSettled: true,
                factorProof: 'exempt',
                method: 'password',
                // The link of the operator allows the session, also while the project allows no passwords.
                basis: { by: 'server' },
                isFirst: true,
              })
            : nothing,
          signedIn: startsSession
            ? emit(asUser(call, id), 'user.signed_in', { userId: id, method: 'password' })
            : nothing,
        })
        // guard: the first admin ends the session of an earlier cookie
        if (startsSession) await endCookieSessions(scopeToProject(tx, 'internal'), signIn, cookieTokens)
        return session?.refreshToken ?? null
      })
      .catch((error: unknown) => {
        throw asEmailAlreadyExists(error, email)
      })
  }

  /** Records that the limit refused a call. */
  async reportLimit(clientAddress: string, error: RateLimited): Promise<void> {
    const call = this.#refusedCall(clientAddress)
    await this.#dependencies.refusals.reportLimit(call, addressBlock(clientAddress), error)
  }

  /** @throws the refusal, after it was recorded */
  async refuse(clientAddress: string, reason: string, refusal: PlainError): Promise<never> {
    const call = this.#refusedCall(clientAddress)
    await this.#dependencies.refusals.reportEvent(
      { call, addressBlock: addressBlock(clientAddress), reason },
      emit(call, 'service.first_admin_refused', { reason }),
    )
    throw refusal
  }

  /** Checks the secret before the expensive hash. The transaction later makes sure that it closes the same opening. */
  async #requireSecret(offered: string, clientAddress: string): Promise<Setup> {
    const { db, secret } = this.#dependencies
    const setup = await findOpenSetup(db)
    if (!setup) return this.refuse(clientAddress, 'SETUP_CLOSED', setupClosed())
    const digest = sha256(offered)
    const isRight = secretsOf(secret, setup).some((right) => timingSafeEqual(digest, sha256(right)))
    // guard: the set-up of the first admin requires the secret printed on the console
    if (!isRight) {
      const refusal = new PlainError(403, ({ firstAdmin }) => firstAdmin.invalidLink)
      return this.refuse(clientAddress, 'SECRET_WRONG', refusal)
    }
    return setup
  }

  #refusedCall(clientAddress: string): EventCall {
    return asClient(systemCall('internal', this.#dependencies.clock.now(), clientAddress))
  }
}

/** The first-admin link; null while the set-up is closed. */
async function firstAdminLink({ db, secret, settings }: LinkDependencies): Promise<string | null> {
  const setup = await findOpenSetup(db)
  return setup && `${settings.baseUrl}/first-admin#${secretsOf(secret, setup)[0]}`
}

/**
 * Opens the set-up of a service without an owner again.
 *
 * @returns the link; null if the service has an owner, who can add others
 */
export async function reopenFirstAdmin(dependencies: LinkDependencies, now: Date): Promise<string | null> {
  const isOpen = await dependencies.db.transaction(async (tx) => {
    if (await tx.run(hasServiceOwner())) return false
    await tx.run(openSetup())
    await tx.run(emit(systemCall('internal', now), 'service.first_admin_reopened', {}))
    return true
  })
  return isOpen ? firstAdminLink(dependencies) : null
}

/** An owner who was created another way, such as by an update of their metadata, closes the set-up too. */
async function findOpenSetup(db: Database): Promise<Setup | null> {
  const setup = await db.run(findSetup())
  if (!setup.isOpen) return null
  if (!(await db.run(hasServiceOwner()))) return setup
  await db.run(closeSetup(setup.opening))
  return null
}

/**
 * Secrets are derived from the master secret, so that every node accepts the link of any node. Each closing changes
 * them, so that a used link does not work when the set-up is opened again.
 */
function secretsOf(secret: MasterSecret, { opening }: Setup): string[] {
  return secret.macs('first admin', String(opening)).map((mac) => mac.toString('base64url'))
}

function setupClosed(): PlainError {
  return new PlainError(403, ({ firstAdmin }) => firstAdmin.closedLink)
}

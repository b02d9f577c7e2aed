import * as contract from '@portico/contract'
import type { UserClientUpdate, UserServerRead, UserServerUpdate } from '@portico/contract'

import { KnownError, PlainError } from '../../kernel/errors.ts'
import { signedIn } from '../../api/rules/access.ts'
import { anyRestriction } from '../../api/rules/restricted-session.ts'
import { ifCredentialsChange, limitIfCredentialsChange } from '../../api/rules/credential-change.ts'
import { toCamelCaseMembers } from '@portico/contract/letter-case'
import { route, type ProjectCall, type Route } from '../../api/rules/route.ts'
import { presentImpersonation } from '../../records/sessions/present.ts'
import { presentToClient, presentToServer } from '../../records/users/present.ts'
import { changeWithProvedFactor, type FactorProving } from '../../api/rules/prove-second-factor.ts'
import { setsImage } from '../../api/rules/sets-image.ts'
import type { User } from '../../records/users/user.ts'
import type { ProvedFactor } from '../../accounts/proved-factor.ts'
import { deleteOwnAccount, deleteUser } from '../../accounts/delete-user.ts'
import { readTotpSecret } from '../../accounts/change-authenticator-app.ts'
import { mayChangeCredential } from '../../accounts/own-change.ts'
import { updateUser, type UserUpdateDependencies } from '../../accounts/update-user.ts'
import { exportOwnData } from './export-own-data.ts'

export interface UserDependencies extends FactorProving, UserUpdateDependencies {
  readonly settings: UserUpdateDependencies['settings'] & { readonly baseUrl: string }
}

const success = { success: true } as const

export function userRoutes(dependencies: UserDependencies): Route[] {
  const { baseUrl } = dependencies.settings
  return [
    route(
      contract.readCurrentUser,
      { allow: signedIn, whileRestricted: anyRestriction },
      {
        client: ({ caller, now, user }) => ({
          ...presentToClient(user, baseUrl, now()),
          ...(caller.impersonation && { impersonation: presentImpersonation(caller.impersonation) }),
        }),
        server: ({ now, user }) => presentToServer(user, baseUrl, now()),
      },
    ),

    route(
      contract.exportOwnData,
      { allow: signedIn, feature: 'userDataExportEnabled', limit: 'exportOwnData' },
      (call) => exportOwnData(call, baseUrl),
    ),

    route(
      contract.updateCurrentUser,
      {
        allow: signedIn,
        recentSignIn: ifCredentialsChange(contract.updateCurrentUser),
        whileRestricted: {
          email_not_verified: correctsAddress,
          second_factor_required: (body) => setsUpApp(body) || correctsAddress(body),
        },
        limit: [
          {
            acts: ['useCode', 'changeAddress', 'changeImage'],
            of: ({ body }) => actsOfUpdate(body),
            ofRefused: (body) => (setsImage(body) ? 'changeImage' : null),
          },
          limitIfCredentialsChange(contract.updateCurrentUser),
        ],
        account: ({ body, user }) => (readTotpCode(body) === undefined ? null : user.id),
        guesses: 'credential',
        mailTo: ({ body }) => body.primary_email ?? null,
      },
      {
        client: async (call) =>
          presentToClient(await updateOwnUser(dependencies, call, call.user.id, call.body), baseUrl, call.now()),
        server: (call) => updateAsServer(dependencies, call),
      },
    ),

    route(
      contract.deleteCurrentUser,
      { allow: signedIn, recentSignIn: true, limit: 'changeCredentials' },
      {
        client: (call) => {
          if (!call.project.config.clientUserDeletionEnabled) {
            throw new PlainError(400, 'This project does not allow users to delete their own account.')
          }
          return deleteOwnAccount(call, call.user.id).then(() => success)
        },
        server: (call) => deleteUser(call, call.user.id).then(() => success),
      },
    ),
  ]
}

/** Whether an update contains nothing but an authenticator app and its code. */
function setsUpApp(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  return 'totp_secret_base64' in body && hasOnly(body, ['totp_secret_base64', 'totp_code'])
}

function hasOnly(body: object, fields: readonly string[]): boolean {
  return Object.keys(body).every((field) => fields.includes(field))
}

/**
 * Whether an update contains nothing but another primary address and its proof. A user who must set up a second factor
 * may not replace a proved one.
 */
function correctsAddress(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  return 'primary_email' in body && body.primary_email !== null && hasOnly(body, ['primary_email', 'totp_code'])
}

async function updateAsServer(
  dependencies: UserDependencies,
  call: ProjectCall & { readonly user: User; readonly body: UserServerUpdate },
): Promise<UserServerRead> {
  const updated = await updateUser(dependencies, call, call.user.id, toCamelCaseMembers(call.body, 'risk_scores'), null)
  return presentToServer(updated, dependencies.settings.baseUrl, call.now())
}

/**
 * Applies a user's change to their own account. A change of the second factor or the primary address requires its code.
 */
function updateOwnUser(
  dependencies: UserDependencies,
  call: ProjectCall,
  userId: string,
  body: UserClientUpdate,
): Promise<User> {
  const { claims } = call.caller
  const update = (provedFactor: ProvedFactor | null, enrolledStep: number | null): Promise<User> =>
    updateUser(dependencies, call, userId, toCamelCaseMembers(body), {
      project: call.project,
      claims,
      provedFactor,
      enrolledStep,
      userAgent: call.request.endUser?.userAgent ?? null,
      isNewAddressInformed: call.limits.isMailAllowed,
    }).catch(async (error: unknown) => {
      if (error instanceof KnownError && error.code === 'USER_EMAIL_ALREADY_EXISTS') await call.limits.revealedAccount()
      throw error
    })
  return mayRequireFactor(body)
    ? changeWithProvedFactor(
        dependencies,
        call,
        userId,
        body.totp_code,
        update,
        readTotpSecret(body.totp_secret_base64) ?? null,
      )
    : update(null, null)
}

/** The limited acts of an update. An update that changes the address with a code counts as both. */
function actsOfUpdate(body: UserClientUpdate | UserServerUpdate): ('changeAddress' | 'changeImage' | 'useCode')[] {
  return [
    ...(body.primary_email === undefined ? [] : (['changeAddress'] as const)),
    ...(readTotpCode(body) === undefined ? [] : (['useCode'] as const)),
    ...(setsImage(body) ? (['changeImage'] as const) : []),
  ]
}

/** Returns the code in a change that requires one. */
function readTotpCode(body: UserClientUpdate | UserServerUpdate): string | undefined {
  return mayRequireFactor(body) && 'totp_code' in body ? body.totp_code : undefined
}

function mayRequireFactor(body: UserClientUpdate | UserServerUpdate): boolean {
  return mayChangeCredential(toCamelCaseMembers(body))
}

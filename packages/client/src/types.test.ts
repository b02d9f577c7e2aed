import { expect, expectTypeOf, test } from 'vitest'

import type { PorticoClientApp } from './app/client-app.ts'
import type { OAuthConnection } from './resources/connected-accounts.ts'
import type { CurrentUser } from './resources/current-user.ts'
import type { KnownError } from './transport/known-error.ts'
import type { TokenPartialUser } from './resources/partial-user.ts'
import type { ProjectPermission, TeamPermission } from './resources/permissions.ts'
import type { Team } from './resources/teams.ts'
import type { Result } from './transport/result.ts'
import type { Tokens } from './session/tokens.ts'

// The compiler checks the types in this file. The test only makes Vitest accept it.

type WithStore = PorticoClientApp<true>
type WithoutStore = PorticoClientApp<false>
type ErrorOf<Method extends (...given: never[]) => Promise<Result<unknown>>> = Extract<
  Awaited<ReturnType<Method>>,
  { status: 'error' }
>['error']

function checkTypes(withStore: WithStore, withoutStore: WithoutStore, user: CurrentUser, tokenStore: Tokens): void {
  expectTypeOf(withStore.getPartialUser({ from: 'token' })).resolves.toEqualTypeOf<TokenPartialUser | null>()
  expectTypeOf(
    withoutStore.getPartialUser({ from: 'token', tokenStore }),
  ).resolves.toEqualTypeOf<TokenPartialUser | null>()
  // @ts-expect-error an app without a token store requires one with each call
  void withoutStore.getPartialUser({ from: 'token' })

  expectTypeOf(user.getConnectedAccount('github')).resolves.toEqualTypeOf<OAuthConnection | null>()
  expectTypeOf(user.getConnectedAccount('github', { or: 'throw' })).resolves.toEqualTypeOf<OAuthConnection>()
  expectTypeOf(user.getOrLinkConnectedAccount('github')).resolves.toEqualTypeOf<OAuthConnection>()
  expectTypeOf(withStore.signInWithOAuth('github')).resolves.toEqualTypeOf<never>()

  expectTypeOf(user.selectedTeam).toEqualTypeOf<Team | null>()
  expectTypeOf(user.createTeam({ displayName: 'Readers' })).resolves.toEqualTypeOf<Team>()
  expectTypeOf(user.listPermissions({ recursive: false })).resolves.toEqualTypeOf<ProjectPermission[]>()
  expectTypeOf(user.getPermission({ id: 'team' }, '$update_team')).resolves.toEqualTypeOf<TeamPermission | null>()
  expectTypeOf(user.hasPermission('beta')).resolves.toEqualTypeOf<boolean>()
  // @ts-expect-error a team alone names no permission
  void user.hasPermission({ id: 'team' })
  // @ts-expect-error only servers write these metadata
  void user.selectedTeam?.update({ serverMetadata: {} })

  expectTypeOf<ErrorOf<WithStore['acceptTeamInvitation']>['errorCode']>().toEqualTypeOf<
    | 'TEAM_NOT_FOUND'
    | 'TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED'
    | 'VERIFICATION_ERROR'
    | 'VERIFICATION_CODE_NOT_FOUND'
    | 'VERIFICATION_CODE_EXPIRED'
    | 'VERIFICATION_CODE_ALREADY_USED'
    | 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'
  >()
  expectTypeOf<ErrorOf<WithStore['signInWithMfa']>['errorCode']>().toEqualTypeOf<
    | 'INVALID_TOTP_CODE'
    | 'INVALID_RECOVERY_CODE'
    | 'RESTRICTED_USER_NOT_ALLOWED'
    | 'VERIFICATION_ERROR'
    | 'VERIFICATION_CODE_NOT_FOUND'
    | 'VERIFICATION_CODE_EXPIRED'
    | 'VERIFICATION_CODE_ALREADY_USED'
    | 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'
  >()
  expectTypeOf<ErrorOf<WithStore['signInWithPasskey']>['errorCode']>().toEqualTypeOf<
    | 'PASSKEY_AUTHENTICATION_FAILED'
    | 'PASSKEY_WEBAUTHN_ERROR'
    | 'INVALID_TOTP_CODE'
    | 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'
    | 'RESTRICTED_USER_NOT_ALLOWED'
  >()
}

test('an error that is narrowed to its code has the details of that code', () => {
  const attemptOf = (error: KnownError): string | null =>
    error.is('MULTI_FACTOR_AUTHENTICATION_REQUIRED') ? error.details.attempt_code : null

  expect(attemptOf).toBeTypeOf('function')
  expect(checkTypes).toBeTypeOf('function')
})

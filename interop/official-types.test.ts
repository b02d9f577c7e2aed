import type * as Own from '@portico/react/stack'
import { expectTypeOf, test } from 'vitest'

import type * as Newest from './node_modules/stackframe-react-newest/dist/index.d.ts'
import type * as Oldest from './node_modules/stackframe-react-oldest/dist/index.d.ts'

// Compares the published types with those of our `/stack` entry. The compiler checks the types in this file. The test
// only makes Vitest accept it.

/** The members of published types that ours lack. */
type Absent<Published, Ours> = Exclude<Extract<keyof Published, string>, keyof Ours>

type AbsentHooks<Published, Ours> = Extract<Absent<Published, Ours>, `use${string}`>

/** Our hooks that refuse arguments of the published hooks. */
type Refusing<Published, Ours> = {
  [Name in Extract<keyof Published & keyof Ours, `use${string}`>]: Published[Name] extends (
    ...given: infer Given
  ) => unknown
    ? Ours[Name] extends (...given: Given) => unknown
      ? never
      : Name
    : never
}[Extract<keyof Published & keyof Ours, `use${string}`>]

/** Hooks of features that the service does not have. */
type LaterHooks =
  | 'useBilling'
  | 'useInvoices'
  | 'useItem'
  | 'useNotificationCategories'
  | 'useOrLinkConnectedAccount'
  | 'useProducts'

function checkTypes(): void {
  expectTypeOf<Absent<Oldest.StackClientApp<true>, Own.StackClientApp<true>>>().toBeNever()
  // The hook navigates, which a server cannot do.
  expectTypeOf<Absent<Oldest.StackServerApp<true>, Own.StackServerApp<true>>>().toEqualTypeOf<'useNavigate'>()
  expectTypeOf<Absent<Oldest.StackAdminApp<true>, Own.StackAdminApp<true>>>().toEqualTypeOf<'useNavigate'>()
  expectTypeOf<Absent<Oldest.CurrentUser, Own.CurrentUser>>().toEqualTypeOf<'_internalSession'>()
  expectTypeOf<Absent<Oldest.Team, Own.Team>>().toBeNever()
  // These need the browser or the session of the user.
  expectTypeOf<Absent<Oldest.ServerUser, Own.ServerUser>>().toEqualTypeOf<'sendVerificationEmail' | 'updatePassword'>()
  expectTypeOf<Absent<Oldest.CurrentServerUser, Own.CurrentServerUser>>().toEqualTypeOf<
    '_internalSession' | 'registerPasskey' | 'sendVerificationEmail'
  >()
  expectTypeOf<Absent<Oldest.ServerTeam, Own.ServerTeam>>().toBeNever()
  expectTypeOf<Absent<Oldest.ServerTeamUser, Own.ServerTeamUser>>().toEqualTypeOf<
    'sendVerificationEmail' | 'updatePassword'
  >()
  expectTypeOf<Absent<Oldest.OAuthConnection, Own.OAuthConnection>>().toBeNever()
  expectTypeOf<Absent<Oldest.AdminProject, Own.AdminProject>>().toBeNever()

  expectTypeOf<Exclude<AbsentHooks<Newest.ServerUser, Own.ServerUser>, LaterHooks>>().toBeNever()
  expectTypeOf<Exclude<AbsentHooks<Newest.ServerTeam, Own.ServerTeam>, LaterHooks>>().toBeNever()
  expectTypeOf<Exclude<AbsentHooks<Newest.Team, Own.Team>, LaterHooks>>().toBeNever()

  expectTypeOf<Refusing<Oldest.StackClientApp<true>, Own.StackClientApp<true>>>().toBeNever()
  // Answers about API keys are on `forRequest`.
  expectTypeOf<Refusing<Oldest.StackServerApp<true>, Own.StackServerApp<true>>>().toEqualTypeOf<'useUser' | 'useTeam'>()
  expectTypeOf<Refusing<Oldest.CurrentUser, Own.CurrentUser>>().toBeNever()
  expectTypeOf<Refusing<Oldest.Team, Own.Team>>().toBeNever()
  // A server cannot redirect the user to a provider. The published code does not read the option `direct` of its type.
  expectTypeOf<Refusing<Oldest.ServerUser, Own.ServerUser>>().toEqualTypeOf<'useConnectedAccount' | 'usePermissions'>()
  expectTypeOf<Refusing<Oldest.ServerTeam, Own.ServerTeam>>().toBeNever()
}

test('our types have the members of the published ones', () => {
  expectTypeOf(checkTypes).toBeFunction()
})

import type { TokenStoreInit } from '../session/tokens.ts'

/** What to do if no user is signed in. Anonymous users count only with `anonymous` and `anonymous-if-exists`. */
export type GetUserOr = 'return-null' | 'redirect' | 'throw' | 'anonymous' | 'anonymous-if-exists'

/** Which user's tokens a call uses. Required for an app without a token store. */
export type TokenStoreOption<HasTokenStore extends boolean = boolean> = HasTokenStore extends false
  ? { tokenStore: NonNullable<TokenStoreInit> }
  : { tokenStore?: TokenStoreInit }

/** What happens if no user is signed in, and whose tokens the call uses. */
export type GetUserOptions<HasTokenStore extends boolean = boolean> = {
  /** What to do if no user is signed in. Default: `return-null`. */
  or?: GetUserOr
} & TokenStoreOption<HasTokenStore>

/** The options are required for an app without a token store, because each call must pass one. */
export type OptionsArgument<HasTokenStore extends boolean, Options> = HasTokenStore extends false
  ? [options: Options]
  : [options?: Options]

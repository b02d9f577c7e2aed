import type { TokenStoreInit } from './session/tokens.ts'

/** What to do when nobody is signed in. Anonymous users count as nobody unless they are asked for. */
export type GetUserOr = 'return-null' | 'redirect' | 'throw' | 'anonymous' | 'anonymous-if-exists'

export type TokenStoreOption<HasTokenStore extends boolean = boolean> = HasTokenStore extends false
  ? { tokenStore: NonNullable<TokenStoreInit> }
  : { tokenStore?: TokenStoreInit }

export type GetUserOptions<HasTokenStore extends boolean = boolean> = {
  or?: GetUserOr
} & TokenStoreOption<HasTokenStore>

/** An app without a token store of its own has to be given one with each call. */
export type OptionsArgument<HasTokenStore extends boolean, Options> = HasTokenStore extends false
  ? [options: Options]
  : [options?: Options]

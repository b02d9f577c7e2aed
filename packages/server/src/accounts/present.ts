import type { RemovedCredential, SignedIn as PresentedSignIn, SignedInByProof } from '@portico/contract'

import { presentRemoved } from '../records/credentials/present.ts'
import type { SignedIn } from './start-session.ts'

export function presentSignIn({ accessToken, refreshToken, userId }: SignedIn): PresentedSignIn {
  return { access_token: accessToken, refresh_token: refreshToken, user_id: userId }
}

/** Presents a sign-in that can create the user. */
export function presentMaybeNew(
  signedIn: SignedIn & { readonly isNewUser: boolean },
): PresentedSignIn & { is_new_user: boolean } {
  return { ...presentSignIn(signedIn), is_new_user: signedIn.isNewUser }
}

/** Presents a sign-in that proves the address of the account. */
export function presentSignInByProof(
  signedIn: SignedIn & { readonly isNewUser: boolean; readonly removed: readonly RemovedCredential[] },
): SignedInByProof {
  return { ...presentMaybeNew(signedIn), ...presentRemoved(signedIn.removed) }
}

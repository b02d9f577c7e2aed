import type { SendRequest } from '../transport/request.ts'
import type { SessionHolder } from '../session/session-holder.ts'

import { requestSignIn } from './sign-in.ts'

/** Makes a user without any credentials and signs them in. */
export async function signUpAnonymously(request: SendRequest, holder: SessionHolder): Promise<void> {
  const { tokens } = await requestSignIn(request, '/auth/anonymous/sign-up', {})
  holder.receive(tokens)
}

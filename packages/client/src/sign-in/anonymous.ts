import type { SendRequest } from '../transport/request.ts'
import type { SessionHolder } from '../session/session-holder.ts'
import { requestSignIn } from './sign-in.ts'

/** Creates a user without credentials and signs them in. */
export async function signUpAnonymously(request: SendRequest, holder: SessionHolder): Promise<void> {
  const { tokens } = await requestSignIn(request, '/auth/anonymous/sign-up', {})
  holder.receive(tokens)
}

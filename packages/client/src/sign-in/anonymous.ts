import type { SendRequest } from '../transport/request.ts'
import type { SessionHolder } from '../session/session-holder.ts'
import { requestSignIn } from './sign-in.ts'

const running = new WeakMap<SessionHolder, Promise<void>>()

/** Creates a user without credentials and signs them in. Concurrent calls share one request. */
export function signUpAnonymously(request: SendRequest, holder: SessionHolder): Promise<void> {
  const signUp = running.get(holder) ?? signUpOnce(request, holder).finally(() => running.delete(holder))
  running.set(holder, signUp)
  return signUp
}

async function signUpOnce(request: SendRequest, holder: SessionHolder): Promise<void> {
  const { tokens } = await requestSignIn(request, '/auth/anonymous/sign-up', {})
  holder.receive(tokens)
}

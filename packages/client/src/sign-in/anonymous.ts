import type { SessionHolder } from '../session/session-holder.ts'
import { requestSignIn, type SignInContext } from './sign-in.ts'

const running = new WeakMap<SessionHolder, Promise<void>>()

/** Creates a user without credentials and signs them in. Concurrent calls share one request. */
export function signUpAnonymously(context: SignInContext, holder: SessionHolder): Promise<void> {
  const signUp = running.get(holder) ?? signUpOnce(context, holder).finally(() => running.delete(holder))
  running.set(holder, signUp)
  return signUp
}

async function signUpOnce(context: SignInContext, holder: SessionHolder): Promise<void> {
  const { tokens } = await requestSignIn(context, 'POST /auth/anonymous/sign-up', {})
  holder.receive(tokens)
}

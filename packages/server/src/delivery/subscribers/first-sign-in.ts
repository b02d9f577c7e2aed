import { on, type Subscriber } from '../../kernel/emit.ts'

/** Notes the sign-ins of users who are not anonymous. */
export function firstSignIn(note: (projectId: string, userId: string, method: string) => void): Subscriber {
  const signedIn = ({
    data,
    projectId,
  }: {
    readonly data: { readonly userId: string; readonly method: string }
    readonly projectId: string
  }): void => {
    if (data.method !== 'anonymous') note(projectId, data.userId, data.method)
  }
  return { committed: on({ 'user.signed_up': signedIn, 'user.signed_in': signedIn }) }
}

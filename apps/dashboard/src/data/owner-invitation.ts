import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import { useSignedInOwner } from './projects.ts'
import { internalApp, type Owner } from './session.ts'

export type OwnerInvitation = Awaited<ReturnType<typeof internalApp.getOwnerInvitation>>
type ContactChannel = Awaited<ReturnType<Owner['listContactChannels']>>[number]

const POLL_MILLIS = 3_000

/** The owner of the session; does not redirect to the sign-in page. Suspends while it loads. */
export function useOwnerIfSignedIn(): Owner | null {
  return internalApp.useUser()
}

/** The invitation that a code belongs to, for the owner of the session or a visitor. */
export function useOwnerInvitation(code: string, ownerId: string | null): UseQueryResult<OwnerInvitation> {
  return useQuery({
    queryKey: ['owner', 'invitation', ownerId, code],
    queryFn: () => internalApp.getOwnerInvitation(code),
    enabled: code !== '',
    staleTime: Infinity,
  })
}

/** Returns a function that accepts an invitation for the signed-in owner and resolves to the id of the project. */
export function useAcceptOwnerInvitation(): (code: string) => Promise<string> {
  const owner = useSignedInOwner()
  const client = useQueryClient()
  return async (code) => {
    const { projectId } = await owner.acceptOwnerInvitation(code)
    await client.invalidateQueries({ queryKey: ['owner', 'projects'] })
    return projectId
  }
}

/**
 * The invited address in the account of the owner, polled until it is verified. Null if the account does not have it.
 */
export function useOwnAddress(email: string, isWatched: boolean): UseQueryResult<ContactChannel | null> {
  const owner = useSignedInOwner()
  return useQuery({
    queryKey: ['owner', 'address', owner.id, email],
    queryFn: async () => (await owner.listContactChannels()).find(({ value }) => value === email) ?? null,
    enabled: isWatched,
    refetchInterval: ({ state }) => (state.data && !isOwnAddress(state.data) ? POLL_MILLIS : false),
  })
}

/** Whether the owner is known to own the mailbox. */
export function isOwnAddress({ isClaimed, isVerified }: ContactChannel): boolean {
  return isVerified && isClaimed
}

/** Opens the sign-in or sign-up page, which returns to the current page. */
export function openSignIn(page: 'signIn' | 'signUp'): void {
  void (page === 'signIn' ? internalApp.redirectToSignIn() : internalApp.redirectToSignUp())
}

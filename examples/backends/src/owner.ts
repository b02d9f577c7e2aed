import type { AuthenticatedRequest } from '@portico/client/server'

// #region owner
/** Returns who calls: a user, or the team of a key. */
export function ownerOf(caller: AuthenticatedRequest): { readonly type: string; readonly id: string } {
  return { type: caller.type, id: caller.type === 'team-api-key' ? caller.team.id : caller.user.id }
}
// #endregion

import type { ProjectOwnerRead } from '@portico/contract'

import type { NamedOwner } from './owner.ts'

export function presentOwner({ displayName, ownerSince, primaryEmail, role, userId }: NamedOwner): ProjectOwnerRead {
  return {
    user_id: userId,
    display_name: displayName,
    primary_email: primaryEmail,
    owner_since_millis: ownerSince && ownerSince.getTime(),
    role,
  }
}

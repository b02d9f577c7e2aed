import type { ProjectOwnerRead } from '@portico/contract'

import type { NamedStaffMember } from './staff-member.ts'

export function presentStaffMember({
  displayName,
  memberSince,
  primaryEmail,
  role,
  userId,
}: NamedStaffMember): ProjectOwnerRead {
  return {
    user_id: userId,
    display_name: displayName,
    primary_email: primaryEmail,
    owner_since_millis: memberSince && memberSince.getTime(),
    role,
  }
}

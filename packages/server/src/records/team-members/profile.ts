import type { User } from '../users/user.ts'
import type { MemberKey } from './member.ts'

/** A user's profile in a team. Name and image are the user's until the profile has its own. */
export interface MemberProfile extends MemberKey {
  readonly displayName: string | null
  /** An http(s) URL or the path of an uploaded image. `presentImage` returns the URL. */
  readonly profileImage: string | null
}

/** The profile for servers and admins. */
export interface MemberProfileWithUser extends MemberProfile {
  readonly user: User
}

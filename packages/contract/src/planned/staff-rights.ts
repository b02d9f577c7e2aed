import type { StaffRole } from '../staff-rights.ts'

interface PlannedRight {
  readonly roles: readonly StaffRole[]
  readonly description: string
  /** The plan whose endpoints require the right. */
  readonly plan: string
}

/** The rights of features that are not built yet. Each moves to `staffRights` with the first endpoint that requires it. */
export const plannedStaffRights: Readonly<Record<string, PlannedRight>> = {
  impersonate: {
    roles: ['owner', 'admin', 'support'],
    description: 'Sign in as a user by link. Support only if the project allows it (`support_can_impersonate`).',
    plan: 'impersonationLinks',
  },
}

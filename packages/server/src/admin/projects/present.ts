import type { ErrorDetails, Json, OwnedProjectRead, ProjectAdminRead, StaffRole } from '@portico/contract'

import { presentDays } from '../../records/figures/days.ts'
import type { RecordedChange } from '../../records/projects/changes.ts'
import { presentToAdmin, type AdminPresentation } from '../../records/projects/present.ts'
import type { ListedProject, ProjectWithSignUps } from '../../records/queries/projects/project-list.ts'
import { rightsOfMember } from '../../records/project-owners/rights-of-member.ts'
import type { Project } from '../../records/projects/project.ts'
import { presentAuthor } from '../../records/project-owners/present-author.ts'

/** Presents a project with its number of users. Secrets are masked, except those in `justWritten`. */
export function presentListed(
  project: ListedProject,
  presentation: Omit<AdminPresentation, 'userCount'>,
): ProjectAdminRead {
  return presentToAdmin(project, { ...presentation, userCount: project.userCount })
}

/** Presents a project to a member of its staff, with its sign-ups on these days. */
export function presentOwned(
  project: ProjectWithSignUps,
  role: StaffRole,
  days: readonly string[],
  baseUrl: string,
): OwnedProjectRead {
  return {
    ...presentListed(project, { baseUrl }),
    daily_sign_ups: presentDays(days, (day) => project.signUps[day]),
    ...presentRole(role, project),
  }
}

/** Presents what a member of the staff may do in a project. */
export function presentRole(
  role: StaffRole,
  project: Pick<Project, 'id' | 'config'>,
): Pick<OwnedProjectRead, 'staff_role' | 'staff_rights'> {
  return { staff_role: role, staff_rights: rightsOfMember(role, project) }
}

type ConflictDetails = ErrorDetails<'PROJECT_VERSION_CONFLICT'>

/** A setting that was changed after the version that the caller has read. */
export interface SettingConflict {
  readonly field: string
  /** The stored value. */
  readonly value: Json
  /** Null if the change is no longer recorded. */
  readonly change: RecordedChange | null
}

interface VersionConflict {
  readonly version: number
  readonly conflicts: readonly SettingConflict[]
  readonly ownerNames: ReadonlyMap<string, string | null>
}

export function presentVersionConflict({ version, conflicts, ownerNames }: VersionConflict): ConflictDetails {
  return {
    current_version: version,
    conflicts: conflicts.map(({ field, value, change }) => ({
      path: field,
      value,
      changed_by: change && presentAuthor(change, ownerNames),
      changed_at_millis: change && change.at.getTime(),
    })),
  }
}

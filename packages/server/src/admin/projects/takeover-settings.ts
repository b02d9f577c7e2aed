import type { CallerFacts } from '../../api/rules/route.ts'
import { recentSignInRequired } from '../../api/rules/recent-sign-in.ts'
import type { Transaction } from '../../kernel/database.ts'
import { emit, type EventCall } from '../../kernel/emit.ts'
import type { FieldChange } from '../../records/projects/changes.ts'
import type { Project } from '../../records/projects/project.ts'
import { actOf, listStaff } from '../../records/queries/projects/project-owners.ts'

/** Settings with which a person could take over users, or lift the protection of these settings (rule S-74). */
const takeoverSettings = new Set([
  'config.email_config',
  'config.domains',
  'config.allow_localhost',
  'config.native_app_redirects_enabled',
  'config.oauth_providers',
  'config.oidc_providers',
  'config.old_system',
  'config.recent_sign_in_required',
  'config.support_can_impersonate',
  'is_production_mode',
])

/** A call by an owner, or by a backend with the project's key. */
export interface SettingsCall extends EventCall {
  readonly caller: Pick<CallerFacts, 'isStaffSignInOld' | 'staffUserId'>
}

/**
 * Guards a change of settings in its transaction: an owner needs a recent sign-in if a setting allows a takeover, and
 * the other owners get a notice.
 *
 * @param tx not restricted to the project, because owners are users of "internal"
 * @throws RECENT_SIGN_IN_REQUIRED
 */
export async function guardTakeoverSettings(
  tx: Transaction,
  call: SettingsCall,
  project: Pick<Project, 'displayName' | 'id'>,
  changes: readonly FieldChange[],
): Promise<void> {
  const changed = changes.map(({ field }) => field).filter((field) => takeoverSettings.has(field))
  if (changed.length === 0) return
  // guard: a setting that allows a takeover needs a recent sign-in [admin/project-owners/project-owners]
  if (call.caller.isStaffSignInOld) throw recentSignInRequired()
  await tellOtherOwners(tx, call, project, changed)
}

/**
 * Tells the other owners who has changed settings with which a person could take over users.
 *
 * @param tx not restricted to the project, because owners are users of "internal"
 */
export async function tellOtherOwners(
  tx: Transaction,
  call: SettingsCall,
  { displayName, id: projectId }: Pick<Project, 'displayName' | 'id'>,
  changedFields: readonly string[],
): Promise<void> {
  const act = actOf(displayName, await tx.run(listStaff(projectId)), call.caller.staffUserId)
  await tx.run(emit(call, 'project.takeover_settings_changed', { projectId, changedFields, ...act }))
}

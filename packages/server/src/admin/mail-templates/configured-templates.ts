import { isDeepStrictEqual } from 'node:util'

import type { ConfiguredTemplate, ConfiguredTemplateName } from '@portico/contract'

import { recentSignInRequired } from '../../api/rules/recent-sign-in.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import { PlainError } from '../../kernel/errors.ts'
import { requireDocument } from '../../mails/given-template.ts'
import { scopeToProject } from '../../platform/db/project-scope.ts'
import {
  findTemplate,
  listTemplateNames,
  writeTemplate,
  type CustomTemplate,
} from '../../records/mail-templates/store.ts'
import { lockProject } from '../../records/projects/store.ts'
import type { SettingsCall } from '../projects/takeover-settings.ts'
import { keyOf, newestVersion, recordVersion, tellOfUpdate, type TemplateDependencies } from './mail-templates.ts'

/**
 * Lists the changed templates of the project, also those that it does not use because it sends through the shared mail
 * server.
 */
export function listConfiguredTemplates({ db }: ProjectCall): Promise<ConfiguredTemplateName[]> {
  return db.run(listTemplateNames(db.projectId))
}

/** @throws SCHEMA_ERROR, PlainError */
export async function exportConfiguredTemplate(
  { db, project }: ProjectCall,
  name: ConfiguredTemplateName,
): Promise<ConfiguredTemplate> {
  const key = keyOf(project, name)
  const stored = await db.run(findTemplate(db.projectId, key))
  if (!stored) throw new PlainError(404, 'The template is that of the service.')
  const { content, subject } = stored
  return { ...key, subject, content }
}

export interface TemplateImport {
  readonly isApplied: boolean
  /** Null if the project has the same template already. */
  readonly change: 'created' | 'updated' | null
}

/**
 * Writes a template of an exported configuration, if it differs, or only says what it would change. A project that
 * sends through the shared mail server stores it and does not use it, so that an import does not depend on the order of
 * its parts.
 *
 * @throws RECENT_SIGN_IN_REQUIRED, SCHEMA_ERROR, PlainError
 */
export async function importConfiguredTemplate(
  { db }: TemplateDependencies,
  call: ProjectCall & SettingsCall,
  template: ConfiguredTemplate,
  isDryRun: boolean,
): Promise<TemplateImport> {
  const { content, locale, subject, type } = template
  const key = keyOf(call.project, { type, locale })
  requireDocument(content, `The template ${type} (${locale}) cannot be imported. `)
  return db.transaction(async (whole) => {
    const tx = scopeToProject(whole, call.db.projectId)
    const { present, stored } = await tx.batch({
      project: lockProject(tx.projectId),
      stored: findTemplate(tx.projectId, key),
      present: newestVersion(tx.projectId, key),
    })
    const changedFields = changedFieldsOf(stored, template)
    const change = changedFields.length === 0 ? null : stored ? 'updated' : 'created'
    if (isDryRun || change === null) return { isApplied: !isDryRun, change }
    if (call.caller.isStaffSignInOld) throw recentSignInRequired()
    const parts = { subject, content }
    const written = await tx.run(writeTemplate(tx.projectId, key, parts, parts, call.now()))
    await tellOfUpdate(whole, call, key, changedFields)
    await tx.run(recordVersion(call, key, present + 1, written))
    return { isApplied: true, change }
  })
}

function changedFieldsOf(stored: CustomTemplate | null, { content, subject }: ConfiguredTemplate): string[] {
  return [
    ...(stored?.subject === subject ? [] : ['subject']),
    ...(stored && isDeepStrictEqual(stored.content, content) ? [] : ['content']),
  ]
}

import { writeFile } from 'node:fs/promises'

import type { ProjectConfiguration, ProjectConfigurationChanges } from '@portico/client/admin'

import { requireConfirmation } from '../kernel/confirm.ts'
import { Failure } from '../kernel/failure.ts'
import { readJsonFile } from '../kernel/json-file.ts'
import { note, print, printJson } from '../kernel/output.ts'
import { toPlainText } from '../kernel/plain-text.ts'
import { requireOwnedProject, type OwnedProjectOptions } from './owner-app.ts'

export interface PullOptions extends OwnedProjectOptions {
  readonly out?: string
}

export interface PushOptions extends OwnedProjectOptions {
  readonly dryRun?: true
  readonly yes?: true
  readonly deleteMissing?: true
}

/** Writes the configuration of a project, without its secrets, as a document that can be reviewed and pushed. */
export async function pullConfiguration(options: PullOptions): Promise<void> {
  const project = await requireOwnedProject(options)
  const document = `${JSON.stringify(await project.app.exportConfiguration(), null, 2)}\n`
  if (options.out === undefined) {
    process.stdout.write(document)
    return
  }
  await writeFile(options.out, document)
  note(`The configuration of ${toPlainText(project.displayName)} is in ${options.out}.`)
}

/** Shows what a document changes, asks, and changes it, unless the project was changed meanwhile. */
export async function pushConfiguration(file: string, options: PushOptions): Promise<void> {
  const document = await readDocument(file)
  const project = await requireOwnedProject(options)
  const asked = { document, deleteMissing: options.deleteMissing === true }
  const planned = await project.app.importConfiguration({ ...asked, dryRun: true })
  if (!options.json) showChanges(planned)
  if (options.dryRun || !hasChanges(planned)) {
    if (options.json) printJson(describe(planned))
    return
  }
  await requireConfirmation(`Change the project ${toPlainText(project.displayName)}?`, options.yes === true)
  const applied = await project.app.importConfiguration({ ...asked, ifVersion: planned.version })
  if (options.json) printJson(describe(applied))
  else note('The project is changed.')
}

async function readDocument(file: string): Promise<ProjectConfiguration> {
  const document = await readJsonFile(file)
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new Failure(`${file} is not a JSON object. portico project config pull writes one.`)
  }
  // Unchecked cast: the service checks the document.
  return document as ProjectConfiguration
}

function hasChanges({ settings, permissionDefinitions, emailTemplates }: ProjectConfigurationChanges): boolean {
  return settings.length + permissionDefinitions.length + emailTemplates.length > 0
}

function showChanges(changes: ProjectConfigurationChanges): void {
  if (!hasChanges(changes)) note('The project has this configuration already.')
  for (const { field, before, after } of changes.settings) showChange(field, before, after)
  for (const { scope, id, before, after } of changes.permissionDefinitions) {
    showChange(`${scope} permission ${id}`, before, after)
  }
  for (const { type, locale, change } of changes.emailTemplates) print(`email template ${type} (${locale}): ${change}`)
  for (const place of changes.missingSecrets)
    note(`The document has no secret for ${toPlainText(place)}, which keeps its own.`)
}

function showChange(name: string, before: unknown, after: unknown): void {
  print(toPlainText(name))
  if (before !== null && before !== undefined) print(`  - ${toPlainText(JSON.stringify(before))}`)
  if (after !== null && after !== undefined) print(`  + ${toPlainText(JSON.stringify(after))}`)
}

function describe(changes: ProjectConfigurationChanges): object {
  return {
    is_applied: changes.isApplied,
    version: changes.version,
    settings: changes.settings,
    permission_definitions: changes.permissionDefinitions,
    email_templates: changes.emailTemplates,
    missing_secrets: changes.missingSecrets,
  }
}

import type {
  ConfiguredTemplate,
  ConfiguredTemplateImportResult,
  ConfiguredTemplateName,
  EmailTemplateType,
  Json,
  PermissionScope,
  ProjectConfiguration as ProjectSettings,
  ProjectImport,
} from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'
import { resetEmailTemplate } from './email-templates.ts'

/** The settings and permission definitions of a project, and the templates of mails that its owners have changed. */
export interface ProjectConfiguration extends ProjectSettings {
  /** The changed templates, by type and language. Absent in an import: templates stay unchanged. */
  email_templates?: readonly ConfiguredTemplate[]
}

/** The document with imported settings, and how it is applied. */
export interface ProjectConfigurationImportOptions {
  /** A document of `exportConfiguration`, or one written by hand. Settings that it does not contain stay unchanged. */
  document: ProjectConfiguration
  /** Only lists what the import would change. */
  dryRun?: boolean
  /** Opens the sealed secrets of the document. Absent: they are ignored. */
  passphrase?: string
  /**
   * Deletes the permission definitions that the lists of the document do not contain, with all grants, and resets the
   * templates of mails that its list does not contain. Default: false.
   */
  deleteMissing?: boolean
  /**
   * The version of the dry run. If a setting that the import changes was changed since, the call throws
   * `PROJECT_VERSION_CONFLICT`.
   */
  ifVersion?: number
}

/** What an import changes, or would change. The values are those of the wire, with masked secrets. */
export interface ProjectConfigurationChanges {
  /** False after a preview. */
  readonly isApplied: boolean
  /** The version that the dry run started from or that the import led to. */
  readonly version: number
  /** The settings that differ. */
  readonly settings: readonly { readonly field: string; readonly before: Json; readonly after: Json }[]
  /** The permission definitions that differ. */
  readonly permissionDefinitions: readonly {
    readonly scope: PermissionScope
    readonly id: string
    readonly change: 'created' | 'updated' | 'deleted'
    readonly before: Json
    readonly after: Json
  }[]
  /**
   * The templates of mails that differ. Creating one replaces the template of the service, and deleting one restores
   * it.
   */
  readonly emailTemplates: readonly {
    readonly type: EmailTemplateType
    readonly locale: string
    readonly change: 'created' | 'updated' | 'deleted'
  }[]
  /**
   * Settings whose secret neither the document nor the project has for the same client id or mail server. The project
   * keeps its present value there.
   */
  readonly missingSecrets: readonly string[]
}

/** Reads the configuration of the project as a document, with its secrets sealed if there is a passphrase. */
export async function exportConfiguration(
  request: SendRequest<'admin'>,
  { passphrase }: { readonly passphrase?: string } = {},
): Promise<ProjectConfiguration> {
  const settings = await (passphrase === undefined
    ? request('GET /internal/projects/current/configuration')
    : request('POST /internal/projects/current/configuration/export', { body: { passphrase } }))
  const templates: ConfiguredTemplate[] = []
  for (const { locale, type } of await listTemplates(request)) {
    templates.push(await request(`GET ${templatesPath}/{type}`, { params: { type }, query: { locale } }))
  }
  return { ...settings, email_templates: templates }
}

/** Applies a document, or lists what it would change. The settings are applied as a whole, then each template. */
export async function importConfiguration(
  request: SendRequest<'admin'>,
  { deleteMissing, document, dryRun, ifVersion, passphrase }: ProjectConfigurationImportOptions,
): Promise<ProjectConfigurationChanges> {
  const { email_templates: templates, ...settings } = document
  // Refuses a template that cannot be written before anything is.
  const planned = templates ? await planTemplates(request, templates, deleteMissing ?? false) : []
  const body: ProjectImport = {
    document: settings,
    ...(dryRun !== undefined && { dry_run: dryRun }),
    ...(passphrase !== undefined && { passphrase }),
    ...(deleteMissing !== undefined && { delete_missing: deleteMissing }),
    ...(ifVersion !== undefined && { if_version: ifVersion }),
  }
  const result = await request('POST /internal/projects/current/configuration/import', { body })
  if (!dryRun) for (const template of planned) await applyTemplate(request, template)
  return {
    isApplied: result.is_applied,
    version: result.version,
    settings: result.settings,
    permissionDefinitions: result.permission_definitions,
    emailTemplates: planned.map(({ change, locale, type }) => ({ type, locale, change })),
    missingSecrets: result.missing_secrets,
  }
}

interface PlannedTemplate extends ConfiguredTemplateName {
  readonly change: 'created' | 'updated' | 'deleted'
  /** Absent for a template to delete. */
  readonly template?: ConfiguredTemplate
}

const templatesPath = '/internal/projects/current/configuration/email-templates'

async function listTemplates(request: SendRequest<'admin'>): Promise<ConfiguredTemplateName[]> {
  return (await request(`GET ${templatesPath}`)).items
}

async function planTemplates(
  request: SendRequest<'admin'>,
  templates: readonly ConfiguredTemplate[],
  deletesMissing: boolean,
): Promise<PlannedTemplate[]> {
  const planned: PlannedTemplate[] = []
  for (const template of templates) {
    const { locale, type } = template
    const { change } = await writeTemplate(request, template, true)
    if (change) planned.push({ type, locale, change, template })
  }
  if (!deletesMissing) return planned
  const isWanted = (name: ConfiguredTemplateName): boolean =>
    templates.some(({ locale, type }) => type === name.type && locale === name.locale)
  const missing = (await listTemplates(request)).filter((name) => !isWanted(name))
  return [...planned, ...missing.map((name) => ({ ...name, change: 'deleted' as const }))]
}

function writeTemplate(
  request: SendRequest<'admin'>,
  template: ConfiguredTemplate,
  isDryRun: boolean,
): Promise<ConfiguredTemplateImportResult> {
  return request(`POST ${templatesPath}`, { body: { template, dry_run: isDryRun } })
}

async function applyTemplate(
  request: SendRequest<'admin'>,
  { locale, template, type }: PlannedTemplate,
): Promise<void> {
  if (template) await writeTemplate(request, template, false)
  else await resetEmailTemplate(request, type, { locale })
}

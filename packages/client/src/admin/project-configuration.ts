import type { Json, PermissionScope, ProjectConfiguration, ProjectImport, ProjectImportResult } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'

export type { ProjectConfiguration } from '@portico/contract'

export interface ProjectConfigurationImportOptions {
  /** A document of `exportConfiguration`, or one written by hand. Settings that it does not contain stay unchanged. */
  document: ProjectConfiguration
  /** Only lists what the import would change. */
  dryRun?: boolean
  /** Opens the sealed secrets of the document. Absent: they are ignored. */
  passphrase?: string
  /** Deletes the permission definitions that the lists of the document do not contain, with all grants. Default: false. */
  deleteMissing?: boolean
  /** The version of the dry run. If the same was changed since, the call throws `PROJECT_VERSION_CONFLICT`. */
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
  /** Where the document has no secret and the project has none for the same client id or mail server: it keeps what it has there. */
  readonly missingSecrets: readonly string[]
}

const path = '/internal/projects/current/configuration'

/** Reads the configuration of the project as a document, with its secrets sealed if there is a passphrase. */
export function exportConfiguration(
  request: SendRequest,
  { passphrase }: { readonly passphrase?: string } = {},
): Promise<ProjectConfiguration> {
  return passphrase === undefined
    ? request<ProjectConfiguration>(path)
    : request<ProjectConfiguration>(`${path}/export`, { method: 'POST', body: { passphrase } })
}

/** Applies a document as a whole, or lists what it would change. */
export async function importConfiguration(
  request: SendRequest,
  { deleteMissing, document, dryRun, ifVersion, passphrase }: ProjectConfigurationImportOptions,
): Promise<ProjectConfigurationChanges> {
  const body: ProjectImport = {
    document,
    ...(dryRun !== undefined && { dry_run: dryRun }),
    ...(passphrase !== undefined && { passphrase }),
    ...(deleteMissing !== undefined && { delete_missing: deleteMissing }),
    ...(ifVersion !== undefined && { if_version: ifVersion }),
  }
  const result = await request<ProjectImportResult>(`${path}/import`, { method: 'POST', body })
  return {
    isApplied: result.is_applied,
    version: result.version,
    settings: result.settings,
    permissionDefinitions: result.permission_definitions,
    missingSecrets: result.missing_secrets,
  }
}

/** What the kit reads of the error that refuses to overwrite the change of another owner. */
interface VersionConflict {
  readonly errorCode?: unknown
  readonly details?: {
    readonly conflicts?: readonly {
      readonly changed_by: { readonly display_name: string | null } | null
    }[]
  }
}

/** Whether another owner has saved one of the settings since they were read. */
function isVersionConflict(error: unknown): boolean {
  return (error as VersionConflict | null)?.errorCode === 'PROJECT_VERSION_CONFLICT'
}

/** The name of the owner who saved the setting, if the service knows it. */
export function personOfConflict(error: unknown): string | undefined {
  if (!isVersionConflict(error)) return undefined
  const [conflict] = (error as VersionConflict).details?.conflicts ?? []
  return conflict?.changed_by?.display_name ?? undefined
}

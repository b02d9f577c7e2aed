const dialogs = ['invite', 'leave', 'export', 'import', 'delete'] as const

/** The dialog of the room: at most one. */
export interface SettingsSearch {
  readonly dialog?: (typeof dialogs)[number]
  /** The owner whom the dialog removes. */
  readonly remove?: string
}

export function readSettingsSearch({ dialog, remove }: Record<string, unknown>): SettingsSearch {
  const known = dialogs.find((one) => one === dialog)
  if (known !== undefined) return { dialog: known }
  return typeof remove === 'string' ? { remove } : {}
}

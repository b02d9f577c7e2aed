import { use, useEffect } from 'react'

import { OwnerContext, useCurrentProject } from '../data/projects.ts'
import type { RecordRef } from '../data/records.ts'
import { readStored, writeStored } from '../language/storage.ts'

const RECENT_MAX = 5

/**
 * Stores the id of the shown record, so that the palette offers the record. Null: no record is shown. An embedded room
 * has no palette.
 */
export function useRememberRecord(kind: RecordRef['kind'] | null, id: string): void {
  const ownerId = use(OwnerContext)?.id
  const { id: projectId } = useCurrentProject()
  useEffect(() => {
    if (kind === null || ownerId === undefined) return
    const others = recentRecords(ownerId, projectId).filter((other) => other.kind !== kind || other.id !== id)
    writeStored(keyOf(ownerId, projectId), JSON.stringify([{ kind, id }, ...others].slice(0, RECENT_MAX)))
  }, [ownerId, projectId, kind, id])
}

/** The records that the owner has seen last in this browser, newest first. */
export function recentRecords(ownerId: string, projectId: string): readonly RecordRef[] {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(ownerId, projectId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecordRef) : []
  } catch {
    return []
  }
}

function isRecordRef(value: unknown): value is RecordRef {
  const { kind, id } = (value ?? {}) as { readonly kind?: unknown; readonly id?: unknown }
  return (kind === 'users' || kind === 'teams') && typeof id === 'string'
}

function keyOf(ownerId: string, projectId: string): string {
  return `portico-dashboard-recent-${ownerId}-${projectId}`
}

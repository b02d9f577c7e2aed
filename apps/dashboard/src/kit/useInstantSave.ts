import { useEffect, useState } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { announce } from './announce.ts'

const SAVED_MILLIS = 2_000

export interface InstantSave<Value> {
  /** The value that is being saved; null otherwise. */
  readonly saving: Value | null
  /** True for two seconds after a save. */
  readonly isSaved: boolean
  /** What the last save threw. */
  readonly failure: unknown
  readonly save: (value: Value) => Promise<void>
  /** Saves the last value again, after a failure. */
  readonly repeat: () => void
}

/**
 * Saves a setting as soon as it is chosen.
 *
 * @param label the setting, for the announcement
 * @param onSave a rejection puts the control back; `false` puts it back without a reason
 */
export function useInstantSave<Value>(label: string, onSave: (value: Value) => Promise<unknown>): InstantSave<Value> {
  const t = useTexts(kitTexts)
  const [saving, setSaving] = useState<Value | null>(null)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [last, setLast] = useState<{ readonly value: Value } | null>(null)
  useEffect(() => {
    if (savedAt === null) return
    const timer = setTimeout(() => setSavedAt(null), SAVED_MILLIS)
    return () => clearTimeout(timer)
  }, [savedAt])

  async function save(value: Value): Promise<void> {
    setSaving(value)
    setLast({ value })
    setFailure(null)
    setSavedAt(null)
    try {
      if ((await onSave(value)) === false) return
      setSavedAt(Date.now())
      announce(`${label}: ${t.saved}`)
    } catch (error) {
      setFailure(error)
    } finally {
      setSaving(null)
    }
  }
  const repeat = (): void => {
    if (last) void save(last.value)
  }
  return { saving, isSaved: savedAt !== null, failure, save, repeat }
}

import { useEffect, useRef, useState } from 'react'

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
  /** Saves a value. While another one is being saved, the value waits, and replaces one that waited before. */
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
  const [isSaved, setSaved] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const last = useRef<{ readonly value: Value }>(null)
  const isRunning = useRef(false)
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => setSaved(false), SAVED_MILLIS)
    return () => clearTimeout(timer)
  }, [isSaved])

  async function save(value: Value): Promise<void> {
    const wanted = (last.current = { value })
    setSaving(value)
    setFailure(null)
    setSaved(false)
    if (isRunning.current) return
    isRunning.current = true
    try {
      let [sent, answer] = [wanted, await onSave(value)]
      while (sent !== last.current) [sent, answer] = [last.current, await onSave(last.current.value)]
      if (answer === false) return
      setSaved(true)
      announce(`${label}: ${t.saved}`)
    } catch (error) {
      setFailure(error)
    } finally {
      isRunning.current = false
      setSaving(null)
    }
  }
  const repeat = (): void => {
    if (last.current) void save(last.current.value)
  }
  return { saving, isSaved, failure, save, repeat }
}

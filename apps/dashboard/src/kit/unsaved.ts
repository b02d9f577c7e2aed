import { useEffect } from 'react'

/** What leaving the page would lose. */
export type Unsaved = 'changes' | 'keys'

const forms = new Set<{ readonly what: Unsaved }>()

/** Marks the page, so that leaving it asks first: a form has changes, or keys are shown that cannot be shown again. */
export function useUnsaved(isUnsaved: boolean, what: Unsaved = 'changes'): void {
  useEffect(() => {
    if (!isUnsaved) return
    const form = { what }
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    forms.add(form)
    window.addEventListener('beforeunload', ask)
    return () => {
      forms.delete(form)
      window.removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved, what])
}

/** What the page would lose now; null if it can be left. Keys come first. */
export function findUnsaved(): Unsaved | null {
  const all = [...forms].map(({ what }) => what)
  return all.find((what) => what === 'keys') ?? all[0] ?? null
}

import { useEffect } from 'react'

/** Something that is lost when the page is left. */
export type Unsaved = 'changes' | 'keys'

const forms = new Set<{ readonly what: Unsaved }>()

/** Makes the page ask before it is left, because a form has changes or because keys are shown that cannot be shown again. */
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

/** What would be lost if the page were left now; null if nothing. Keys take precedence. */
export function findUnsaved(): Unsaved | null {
  const all = [...forms].map(({ what }) => what)
  return all.find((what) => what === 'keys') ?? all[0] ?? null
}

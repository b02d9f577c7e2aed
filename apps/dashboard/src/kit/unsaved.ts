import { useEffect } from 'react'

const forms = new Set<object>()

/** Marks the page as changed, so that leaving it asks first. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    const form = {}
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    forms.add(form)
    window.addEventListener('beforeunload', ask)
    return () => {
      forms.delete(form)
      window.removeEventListener('beforeunload', ask)
    }
  }, [isChanged])
}

/** Whether a form of the page has changes that are not saved. */
export function hasUnsaved(): boolean {
  return forms.size > 0
}

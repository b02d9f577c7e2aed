import { useEffect } from 'react'

/** Something that is lost when the page is left. */
export type Unsaved = 'changes' | 'keys'

interface UnsavedForm {
  readonly what: Unsaved
  /** A change of only the search parameters of the address loses it too. */
  readonly dependsOnSearch: boolean
}

const forms = new Set<UnsavedForm>()

/**
 * Makes the page ask before it is left, because a form has changes or because keys are shown that cannot be shown
 * again.
 *
 * @param dependsOnSearch whether the page also asks before a change of only the search parameters. Default: for keys,
 *   because it can close their dialog
 */
export function useUnsaved(
  isUnsaved: boolean,
  what: Unsaved = 'changes',
  dependsOnSearch: boolean = what === 'keys',
): void {
  useEffect(() => {
    if (!isUnsaved) return
    const form = { what, dependsOnSearch }
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    forms.add(form)
    window.addEventListener('beforeunload', ask)
    return () => {
      forms.delete(form)
      window.removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved, what, dependsOnSearch])
}

/** The fields that a person has changed. Values that a form began with are not lost. */
const changedFields = new WeakSet<EventTarget>()

function noteChange({ target }: Event): void {
  if (target) changedFields.add(target)
}

/**
 * Returns a function that tells whether the page has text that would be lost: in a form with changes, in a dialog, or
 * in a form that replaces what it edits.
 */
export function useTypedText(): () => boolean {
  useEffect(() => {
    document.addEventListener('input', noteChange)
    return () => document.removeEventListener('input', noteChange)
  }, [])
  return hasTypedText
}

function hasTypedText(): boolean {
  if (forms.size > 0) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    ':is(dialog[open], .inline-form) :is(input:not([type=checkbox], [type=radio], [readonly]), textarea)',
  )
  return [...fields].some((field) => field.value !== '' && changedFields.has(field))
}

/**
 * What would be lost if the page were left now; null if nothing. Keys take precedence.
 *
 * @param isSamePage only the search parameters change
 */
export function findUnsaved(isSamePage = false): Unsaved | null {
  const all = [...forms].flatMap(({ what, dependsOnSearch }) => (isSamePage && !dependsOnSearch ? [] : [what]))
  return all.find((what) => what === 'keys') ?? all[0] ?? null
}

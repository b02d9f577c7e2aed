import { isPopoverOpen } from '@portico/ui/parts/placement'
import { useEffect, useRef } from 'react'

import { readStored, writeStored } from '../language/storage.ts'
import { createStore } from '../language/store.ts'

/** `c`, `?`, `Escape`, `g u` (one after the other), `mod+k` (Ctrl or ⌘). Letters are those that the key types. */
export type Shortcut = string

interface Binding {
  readonly shortcut: Shortcut
  readonly act: (event: KeyboardEvent) => void
}

const KEY = 'portico-dashboard-letters'
const SEQUENCE_MILLIS = 1_000

/** The last binding of a shortcut wins: a dialog or drawer over a list. */
const bindings: Binding[] = []
let first: { readonly key: string; readonly at: number } | null = null
const letters = createStore(readStored(KEY) !== 'off')

/**
 * Binds a shortcut while the component is shown. Null binds nothing. Fields keep their keys.
 *
 * @param options.isLast other bindings of the shortcut take precedence, even earlier ones
 */
export function useShortcut(
  shortcut: Shortcut | null,
  act: (event: KeyboardEvent) => void,
  { isLast = false }: { readonly isLast?: boolean } = {},
): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (shortcut === null) return
    const binding: Binding = { shortcut, act: (event) => latest.current(event) }
    if (isLast) bindings.unshift(binding)
    else bindings.push(binding)
    if (bindings.length === 1) document.addEventListener('keydown', handle)
    return () => {
      bindings.splice(bindings.indexOf(binding), 1)
      if (bindings.length === 0) document.removeEventListener('keydown', handle)
    }
  }, [shortcut, isLast])
}

/** Whether single letters act. A visitor who dictates switches them off (WCAG 2.1.4). */
export function useLetters(): readonly [isOn: boolean, set: (isOn: boolean) => void] {
  return [letters.useValue(), setLetters]
}

function setLetters(isOn: boolean): void {
  writeStored(KEY, isOn ? null : 'off')
  letters.set(isOn)
}

function handle(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const isModified = event.ctrlKey || event.metaKey
  if (event.altKey) return
  if (event.key === 'Escape' && isPopoverOpen()) return
  if (!isModified && event.key !== 'Escape' && (!letters.get() || isTyping(event.target))) return
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const pressed = isModified ? `mod+${key}` : event.shiftKey && /^[a-z]$/.test(key) ? `shift+${key}` : key
  const sequence = first && event.timeStamp - first.at < SEQUENCE_MILLIS ? `${first.key} ${pressed}` : null
  first = { key: pressed, at: event.timeStamp }
  const isBelowDialog = document.querySelector('dialog:modal') !== null
  const found =
    (sequence === null ? undefined : bindings.findLast(({ shortcut }) => shortcut === sequence)) ??
    bindings.findLast(({ shortcut }) => shortcut === pressed)
  // A modal dialog has the keyboard for itself.
  if (!found || (isBelowDialog && !isModified)) return
  if (sequence !== null && found.shortcut === sequence) first = null
  event.preventDefault()
  found.act(event)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

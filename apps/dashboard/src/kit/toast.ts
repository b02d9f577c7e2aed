import { useSyncExternalStore } from 'react'

export interface Toast {
  readonly id: number
  readonly text: string
  /** Undoes the action. */
  readonly undo?: () => Promise<void>
}

const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let lastId = 0

/** Shows a message if the place of the action no longer exists, for example after a deletion. Errors of fields belong beside their fields. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  set([...toasts.slice(-2), { ...toast, id: lastId }])
}

export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id))
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
}

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

import { createStore } from '../language/store.ts'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly undo?: () => Promise<void>
}

const toasts = createStore<readonly Toast[]>([])
let lastId = 0

/**
 * Shows a message if the place of the action no longer exists, for example after a deletion. Errors of fields belong
 * beside their fields.
 */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  toasts.set([...toasts.get().slice(-2), { ...toast, id: lastId }])
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

export function useToasts(): readonly Toast[] {
  return toasts.useValue()
}

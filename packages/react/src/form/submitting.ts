import type { FormEvent } from 'react'

/** The handler of a form element that our code submits instead of the browser. */
export function submitting(submit: () => unknown): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault()
    submit()
  }
}

/** A text that is reported after a pause, and the value of which comes back later. */
export interface DelayedValue {
  readonly text: string
  /** The value of the owner of the field, as far as the field has seen it. */
  readonly seen: string
  /** What the field has reported, or has taken over. */
  readonly reported: string
}

export function startDelayed(value: string): DelayedValue {
  return { text: value, seen: value, reported: value }
}

/** Reports the text. */
export function reportText(field: DelayedValue, text: string): DelayedValue {
  return { ...field, text, reported: text.trim() }
}

/** The owner has another value. It replaces the text, unless it is what the field has reported: the visitor may have typed on since. */
export function seeValue(field: DelayedValue, value: string): DelayedValue {
  return value === field.reported ? { ...field, seen: value } : startDelayed(value)
}

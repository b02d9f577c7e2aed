/**
 * The text of a search field. The field reports it after a pause and receives it back as its value, while the visitor
 * may continue to type.
 */
export interface DelayedValue {
  readonly text: string
  /** The latest value that the field has received. */
  readonly received: string
  /** The latest text that the field has reported, or the value that has replaced its text since. */
  readonly reported: string
}

export function createDelayedValue(value: string): DelayedValue {
  return { text: value, received: value, reported: value }
}

export function reportText(field: DelayedValue, text: string): DelayedValue {
  return { ...field, text, reported: text.trim() }
}

/** A value that the field has not reported itself replaces its text. */
export function receiveValue(field: DelayedValue, value: string): DelayedValue {
  return value === field.reported ? { ...field, received: value } : createDelayedValue(value)
}

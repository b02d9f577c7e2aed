/** What the preview shows. */
export interface MethodsSearch {
  /** Default: the card for signing in. */
  readonly card?: 'sign-up'
  /** Default: light. */
  readonly colours?: 'dark'
}

export function readMethodsSearch({ card, colours }: Record<string, unknown>): MethodsSearch {
  return { ...(card === 'sign-up' && { card }), ...(colours === 'dark' && { colours }) }
}

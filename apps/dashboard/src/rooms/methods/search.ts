/** What the preview shows. */
export interface MethodsSearch {
  /** Default: the card for signing in. */
  readonly card?: 'sign-up'
  /** Default: light. */
  readonly colours?: 'dark'
  /** Asks before the keys of the provider of the URL are removed. */
  readonly remove?: true
}

export function readMethodsSearch({ card, colours, remove }: Record<string, unknown>): MethodsSearch {
  return {
    ...(card === 'sign-up' && { card }),
    ...(colours === 'dark' && { colours }),
    ...(remove !== undefined && { remove: true }),
  }
}

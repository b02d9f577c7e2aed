/** What a call that a form makes gives back: the value, or the error the form must show. Everything else is thrown. */
export type Result<Data, Failure = unknown> =
  | { readonly status: 'ok'; readonly data: Data }
  | { readonly status: 'error'; readonly error: Failure }

export function ok<Data>(data: Data): { readonly status: 'ok'; readonly data: Data } {
  return { status: 'ok', data }
}

export function failed<Failure>(error: Failure): { readonly status: 'error'; readonly error: Failure } {
  return { status: 'error', error }
}

import type { CodeWithin, ErrorCode } from '@portico/contract/errors'

import { KnownError } from './known-error.ts'

/** The result of a call that a form makes: the value, or the error that the form shows. All other errors are thrown. */
export type Result<Data, Failure = unknown> =
  | { readonly status: 'ok'; readonly data: Data }
  | { readonly status: 'error'; readonly error: Failure }

/** Runs a call and returns errors of these codes and families as a result. Throws all other errors. */
export async function resultOf<Data, Code extends ErrorCode>(
  call: () => Promise<Data>,
  ...expected: readonly Code[]
): Promise<Result<Data, KnownError<CodeWithin<Code>>>> {
  try {
    return { status: 'ok', data: await call() }
  } catch (error) {
    if (!isOneOf(error, expected)) throw error
    return { status: 'error', error }
  }
}

/**
 * Runs a call and returns undefined on success, or the expected error itself. Some user methods have this older shape.
 */
export async function errorOf<Code extends ErrorCode>(
  call: () => Promise<unknown>,
  ...expected: readonly Code[]
): Promise<KnownError<CodeWithin<Code>> | void> {
  const result = await resultOf(call, ...expected)
  return result.status === 'error' ? result.error : undefined
}

function isOneOf<Code extends ErrorCode>(
  error: unknown,
  codes: readonly Code[],
): error is KnownError<CodeWithin<Code>> {
  return KnownError.isKnownError(error) && codes.some((code) => error.is(code))
}

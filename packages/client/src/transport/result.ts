import type { CodeWithin, ErrorCode } from '@portico/contract/errors'

import { KnownError } from './known-error.ts'

/** What a call that a form makes gives back: the value, or the error the form must show. Everything else is thrown. */
export type Result<Data, Failure = unknown> =
  | { readonly status: 'ok'; readonly data: Data }
  | { readonly status: 'error'; readonly error: Failure }

/** Runs a call and turns the errors of these codes and families, and only these, into a result. */
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

/** The older shape some methods of a user have: nothing when it worked, else the expected error itself. */
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

/**
 * The part of the error catalogue for browsers: codes, families and types of details, without statuses and sentences.
 */
import type { ErrorCode } from './errors.ts'
import { errorFamilies } from './error-families.ts'

export type { ErrorCode, ErrorDetails, RaisedErrorCode } from './errors.ts'

type Families = typeof errorFamilies

/** Each code with itself and the families above it. */
type Lineages = {
  [Code in ErrorCode]: Code | (Families[Code] extends ErrorCode ? Lineages[Families[Code]] : never)
}

/** A code and, if it is a family, all codes in it. */
export type CodeWithin<Code extends ErrorCode> =
  | Code
  | { [Member in ErrorCode]: Extract<Lineages[Member], Code> extends never ? never : Member }[ErrorCode]

export { errorFamilies }

/** Whether this version of the catalogue contains the code. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorFamilies, code)
}

/** Whether a code is the family itself or belongs to it, directly or indirectly. */
export function isErrorWithin(code: ErrorCode, family: ErrorCode): boolean {
  for (let current: ErrorCode | '' = code; current; current = errorFamilies[current]) {
    if (current === family) return true
  }
  return false
}

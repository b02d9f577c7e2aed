import type { Call } from '../kernel/call.ts'
import { PlainError } from '../kernel/errors.ts'

/**
 * Reads a moment at which a record began in another system.
 *
 * @returns null if it is absent, because the record begins now
 * @throws PlainError 400 for a moment in the future
 */
export function readPastMoment({ now }: Pick<Call, 'now'>, name: string, millis: number | undefined): Date | null {
  if (millis === undefined) return null
  if (millis > now().getTime()) throw new PlainError(400, `${name} must not be in the future.`)
  return new Date(millis)
}

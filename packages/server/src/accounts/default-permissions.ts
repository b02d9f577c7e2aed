import { KnownError } from '../kernel/errors.ts'

/**
 * Refuses a change because default permissions of the project are not defined. Run it inside a transaction.
 *
 * @throws PERMISSION_NOT_FOUND
 */
export function requireAllDefined([missingId]: readonly string[]): void {
  if (missingId !== undefined) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: missingId })
}

import { refusalOf, type Refusal } from '../../page/link-refusal.ts'

/**
 * Errors without a code: the project was transferred with another link, and the partner of the address does not exist.
 */
const refusalsByStatus: Readonly<Record<number, Refusal>> = { 400: 'used', 404: 'unknown' }

export function transferRefusalOf(error: unknown): Refusal | null {
  return refusalOf(error, refusalsByStatus)
}

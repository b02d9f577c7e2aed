import { PlainError } from '../../kernel/errors.ts'

/** bcrypt in Modular Crypt format. Each increment of the cost doubles the work of a sign-in. */
const bcrypt = /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/

/**
 * Validates a password hash from another system. The list of formats is closed, because each format adds attack
 * surface.
 *
 * @param bcryptMaxCost 4 to 16
 */
export function requireImportableHash(hash: string, bcryptMaxCost: number): void {
  const cost = bcrypt.exec(hash)?.[1]
  if (cost === undefined) {
    throw new PlainError(
      400,
      `password_hash must be a bcrypt hash in Modular Crypt format: $2a$, $2b$ or $2y$, 60 characters, cost 4 to ${bcryptMaxCost}.`,
    )
  }
  if (Number(cost) > bcryptMaxCost) {
    throw new PlainError(
      400,
      `password_hash has bcrypt cost ${Number(cost)}. This service imports hashes up to cost ${bcryptMaxCost}; its operator can raise PORTICO_IMPORT_BCRYPT_MAX_COST.`,
    )
  }
}

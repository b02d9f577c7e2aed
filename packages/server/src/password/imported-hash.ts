/** Modular Crypt bcrypt, with an upper bound of the cost: each step of it doubles the work of a sign-in. */
const bcrypt = /^\$2[aby]\$(0[4-9]|1[0-6])\$[./A-Za-z0-9]{53}$/

/** Whether a hash that was made elsewhere may be stored for a user. A closed list, as every format is one to attack. */
export function isImportableHash(hash: string): boolean {
  return bcrypt.test(hash)
}

import type { HashFormat } from './format.ts'

const pattern = /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/

/** bcrypt in Modular Crypt format. It uses only the first 72 bytes of a password. */
export const bcrypt: HashFormat = {
  name: 'bcrypt',
  form: '$2b$…$… (or $2a$, $2y$)',
  recognise: (text) => text.startsWith('$2'),
  parse: (text) => {
    const cost = pattern.exec(text)?.[1]
    if (cost === undefined) return null
    return {
      excess: ({ bcryptMaxCost }) =>
        Number(cost) > bcryptMaxCost
          ? `password_hash has bcrypt cost ${Number(cost)}. This service imports hashes up to cost ${bcryptMaxCost}; its operator can raise PORTICO_IMPORT_BCRYPT_MAX_COST.`
          : null,
      // Only the worker thread loads the library.
      verify: async (password) => (await import('bcryptjs')).compareSync(password, text),
    }
  },
}

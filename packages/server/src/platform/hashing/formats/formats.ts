import { argon2i, argon2id } from './argon2.ts'
import { aspnetIdentity } from './aspnet-identity.ts'
import { bcrypt } from './bcrypt.ts'
import { djangoPbkdf2 } from './django-pbkdf2.ts'
import { firebaseScrypt } from './firebase-scrypt.ts'
import type { HashFormat } from './format.ts'
import { pbkdf2 } from './pbkdf2.ts'
import { phpass } from './phpass.ts'
import { scrypt } from './scrypt.ts'
import { wordpress } from './wordpress.ts'

/** The formats of imported hashes. The list is closed, because each format adds attack surface. */
export const hashFormats: readonly HashFormat[] = [
  bcrypt,
  argon2id,
  argon2i,
  scrypt,
  firebaseScrypt,
  pbkdf2,
  djangoPbkdf2,
  aspnetIdentity,
  wordpress,
  phpass,
]

/** Checks a password against a stored hash of any format, in the calling thread. */
export async function verifyImportedHash(hash: string, password: string): Promise<boolean> {
  const parsed = hashFormats.find(({ recognise }) => recognise(hash))?.parse(hash)
  // The text of the hash does not belong in a log.
  if (!parsed) throw new Error('A stored password hash has an unknown format.')
  return parsed.verify(password)
}

import { createHmac } from 'node:crypto'

import { bcrypt } from './bcrypt.ts'
import type { HashFormat } from './format.ts'

const PREFIX = '$wp'

/**
 * WordPress 6.8 and newer: bcrypt of an HMAC of the password, so that all characters of a long password count.
 *
 * @see https://developer.wordpress.org/reference/functions/wp_hash_password/
 */
export const wordpress: HashFormat = {
  name: 'WordPress',
  form: '$wp$2y$…$…',
  recognise: (text) => text.startsWith(`${PREFIX}$2`),
  parse: (text) => {
    const inner = text.startsWith(PREFIX) ? bcrypt.parse(text.slice(PREFIX.length)) : null
    return inner && { ...inner, verify: (password) => inner.verify(digest(password)) }
  },
}

function digest(password: string): string {
  return createHmac('sha384', 'wp-sha384').update(password).digest('base64')
}

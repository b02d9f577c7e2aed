import { shortKey } from './short-key.ts'
import { texts } from './texts.ts'

/**
 * The short keys of all texts, one after another. A build puts the result here, so a package does not contain the
 * English texts again.
 */
export const textKeys = texts.map(shortKey).join('')

/** Limits of imports that the operator sets. */
export interface ImportLimits {
  /** 4 to 16. */
  readonly bcryptMaxCost: number
}

/** A format of password hashes from other systems. Each one is a file of this folder. */
export interface HashFormat {
  readonly name: string
  /** The text of a hash with `…` for its values, as errors show it. */
  readonly form: string
  /** Whether a text claims to be a hash of this format, by its prefix. The prefixes of the formats differ. */
  readonly recognise: (text: string) => boolean
  /** Parses a hash strictly: each hash has one spelling. Returns null if it is malformed. */
  readonly parse: (text: string) => ParsedHash | null
}

export interface ParsedHash {
  /** The sentence that refuses an import because of its cost; null if the cost is within the limits. */
  readonly excess: (limits: ImportLimits) => string | null
  /** Whether the password matches. May take seconds, so call it in the worker thread only. */
  readonly verify: (password: string) => boolean | Promise<boolean>
}

/** Returns the sentence that refuses a hash because of its cost. */
export function refuseCost(format: string, cost: string, limit: string): string {
  return `password_hash is a ${format} hash with ${cost}. This service imports hashes with up to ${limit}.`
}

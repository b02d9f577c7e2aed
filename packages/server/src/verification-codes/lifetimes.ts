export const codeKinds = ['contact_channel_verification', 'password_reset'] as const
export type CodeKind = (typeof codeKinds)[number]

/** Seconds a code lives, by kind. */
export type CodeLifetimes = Readonly<Record<CodeKind, number>>

export const codeLifetimeDefaults: CodeLifetimes = {
  contact_channel_verification: 24 * 60 * 60,
  password_reset: 30 * 60,
}

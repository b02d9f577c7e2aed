/**
 * The languages of the pages and mails of the service, by their tags. A language has regional variants where its usage differs between
 * regions, and is then known by the tags of these alone.
 */
export const serviceLanguages = [
  'en',
  'ar',
  'de',
  'es-419',
  'es-ES',
  'fr-CA',
  'fr-FR',
  'he',
  'it',
  'ja',
  'ko',
  'pt-BR',
  'pt-PT',
  'zh-CN',
  'zh-TW',
] as const

/** The tag of a language of the service, such as `de`. */
export type ServiceLanguage = (typeof serviceLanguages)[number]

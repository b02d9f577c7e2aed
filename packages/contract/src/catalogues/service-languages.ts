/**
 * The languages of the service's pages and mails, by their tags. A language whose usage differs between regions is in
 * the list only by its regional variants.
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

/** The tag of a service language, such as `de`. */
export type ServiceLanguage = (typeof serviceLanguages)[number]

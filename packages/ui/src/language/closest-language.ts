const TAG_MAX_CHARACTERS = 35

/**
 * The variant that readers of other regions expect, for languages with several. The empty region is a tag without one.
 */
const variantOf: Readonly<Record<string, (region: string, script: string | undefined) => string>> = {
  // The regions within Latin America in Unicode CLDR.
  es: (region) =>
    /^(419|AR|BO|BR|BZ|CL|CO|CR|CU|DO|EC|GT|HN|MX|NI|PA|PE|PR|PY|SV|US|UY|VE)$/.test(region) ? 'es-419' : 'es-ES',
  fr: (region) => (region === 'CA' ? 'fr-CA' : 'fr-FR'),
  pt: (region) => (region === '' || region === 'BR' ? 'pt-BR' : 'pt-PT'),
  // A script counts more than a region: Simplified Chinese is read in Hong Kong too.
  zh: (region, script) => ((script ?? (/^(HK|MO|TW)$/.test(region) ? 'Hant' : 'Hans')) === 'Hant' ? 'zh-TW' : 'zh-CN'),
}

/**
 * Finds the language for a tag: the tag itself, the variant for its region (`es-419` for `es-MX`, `zh-TW` for `zh-HK`),
 * or another tag of the same language (`de` or `de-DE` for `de-AT`).
 *
 * @param offered the tags of the available languages
 * @param wanted any text, such as that of a browser
 */
export function closestLanguage<Tag extends string>(offered: readonly Tag[], wanted: string): Tag | undefined {
  const locale = parseTag(wanted)
  if (!locale) return undefined
  const { language, region = '', script } = locale
  const ofLanguage = offered.filter((tag) => tag.split('-', 1)[0] === language)
  const variant = variantOf[language]?.(region, script)
  return ofLanguage.find((tag) => tag === locale.baseName) ?? ofLanguage.find((tag) => tag === variant) ?? ofLanguage[0]
}

/** Returns the closest language of the first tag that has one. */
export function firstClosestLanguage<Tag extends string>(
  offered: readonly Tag[],
  wanted: readonly string[],
): Tag | undefined {
  return wanted.map((tag) => closestLanguage(offered, tag)).find((tag) => tag !== undefined)
}

/** Returns the parts of a tag; null for other text. A former tag such as `iw` becomes the present one. */
function parseTag(text: string): Intl.Locale | null {
  if (text === '' || text.length > TAG_MAX_CHARACTERS) return null
  try {
    return new Intl.Locale(text)
  } catch {
    return null
  }
}

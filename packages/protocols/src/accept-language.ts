const RANGE_MAX = 50

/**
 * Returns the language tags that a request accepts (RFC 9110 section 12.5.4), the preferred one first. The range `*`
 * names no language.
 *
 * @param header the value of `Accept-Language`
 */
export function acceptedLanguages(header: string | null): string[] {
  const ranges = (header ?? '').split(',', RANGE_MAX).map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2)
    return { tag, weight: weight === undefined ? 1 : Number(weight) }
  })
  return ranges
    .filter(({ tag, weight }) => /^[a-z]+(-[a-z\d]+)*$/i.test(tag) && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

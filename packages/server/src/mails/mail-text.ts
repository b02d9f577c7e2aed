import type { Texts } from '../texts/en/texts.ts'
import type { MailValue } from './mail-data.ts'

/** Puts a value of a mail into words. */
export function valueInWords(value: MailValue, texts: Texts): string {
  if (value === '') return ''
  if ('text' in value) return value.text
  if ('chosenName' in value) return value.chosenName
  if ('teamName' in value) return value.teamName === '' ? texts.mailFrame.unnamedTeam : value.teamName
  if ('atMillis' in value) return momentInWords(new Date(value.atMillis), texts)
  if ('lifetimeSeconds' in value) return durationInWords(value.lifetimeSeconds, texts)
  if ('countryCode' in value) return placeInWords(value, texts)
  return new Intl.ListFormat(texts.locale).format(value.list)
}

/** Such as "21 November 2026 at 05:20 UTC"; the time zone of the reader is unknown. */
function momentInWords(at: Date, { locale, mailFrame }: Texts): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  return mailFrame.moment(day.format(at), time.format(at))
}

/** Such as "Germany (203.0.113.7)". */
function placeInWords(
  { clientAddress, countryCode }: { readonly countryCode: string; readonly clientAddress: string | null },
  { locale }: Texts,
): string {
  const country = new Intl.DisplayNames(locale, { type: 'region' }).of(countryCode) ?? countryCode
  return clientAddress === null ? country : `${country} (${clientAddress})`
}

/** Uses the largest unit: "24 hours", "30 minutes". */
function durationInWords(seconds: number, { locale }: Texts): string {
  const minutes = Math.floor(seconds / 60)
  const [count, unit] =
    minutes >= 60 && minutes % 60 === 0
      ? ([minutes / 60, 'hour'] as const)
      : minutes >= 1
        ? ([minutes, 'minute'] as const)
        : ([seconds, 'second'] as const)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

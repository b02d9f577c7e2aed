/**
 * Whether the typed text is the name, as far as people can see and type it: without invisible characters, such as those
 * that change the direction of text, and with every space alike. A name without a visible character matches nothing.
 */
export function isTypedName(typed: string, name: string): boolean {
  const wanted = visiblePart(name)
  return wanted !== '' && visiblePart(typed) === wanted
}

/** The characters of a text that people can see, with single spaces. */
function visiblePart(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
    .trim()
}

/** What has to be typed to confirm the deletion of a record with this name: without a visible character, its id. */
export function nameToTypeOf(name: string, id: string): string {
  return visiblePart(name) === '' ? id : name
}

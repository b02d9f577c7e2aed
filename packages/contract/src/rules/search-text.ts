/** Letters that do not decompose into a letter and an accent. The search of the service replaces the same ones. */
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Removes what a search ignores, accents and case: "jose" finds "José", "strasse" finds "Straße". */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[øłđðħŧıςßæœþ]/g, (letter) => letters[letter] ?? letter)
}

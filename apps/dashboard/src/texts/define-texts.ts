import { createCatalogue, type TextTable } from '@portico/ui/language/catalogue'

/** Each area of each other language is a chunk of its own. */
const files = import.meta.glob<TextTable>(['./*/*.ts', '!./en/*'], { import: 'texts' })

export const { defineTexts, loadTexts } = createCatalogue(async (language, area) => {
  const load = files[`./${language}/${area}.ts`]
  if (!load) throw new Error(`The dashboard has no texts "${area}" in the language "${language}".`)
  return load()
})

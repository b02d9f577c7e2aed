import { createCatalogue, type TextTable } from '@portico/ui/language/catalogue'

/** In each other language, each area is a separate chunk. */
const files = import.meta.glob<TextTable>(['./*/*.ts', '!./en/*'], { import: 'texts' })

export const { defineTexts, loadTexts } = createCatalogue(async (language, area) => {
  const load = files[`./${language}/${area}.ts`]
  if (!load) throw new Error(`The dashboard has no texts "${area}" in the language "${language}".`)
  return load()
})

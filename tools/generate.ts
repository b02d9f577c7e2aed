// `npm run generate`: writes the generated files.
// - From the contract: the rights of staff for the dashboard; the families of the error codes without their sentences;
//   the tables in the documentation. It also builds the wire types, which are not in git.
// - From the regions of tested files: the code in the framework pages and in the dashboard's **Get started**.
// - From the texts and their records: the table of languages in the documentation.
// - From the doc comments of the SDK: its reference in `docs/sdk`.
// - From the series of the metrics: their tables in the documentation.
// - From the lock levels: the table in the README of the database.
// - From the palette and the colours of the sign-in providers: rules of the style sheets.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import * as contract from '@portico/contract'

import { withContractTables } from '../packages/contract/document-tables.ts'
import { errorFamiliesModule } from '../packages/contract/error-families.ts'
import { shownRegions } from '../apps/dashboard/src/rooms/start/shown-regions.ts'
import { providerColours } from '../packages/react/src/auth/provider-marks.ts'
import { buildWireTypes } from './build-wire-types.mjs'
import { endpointRightsModule } from './endpoint-rights.ts'
import { languagePage } from './languages/page.ts'
import { withLockLevels } from './locks/level-table.ts'
import { formatMarkdown } from './markdown.ts'
import { withSeriesTables } from './metrics/series-table.ts'
import { paletteFiles, readPalette, withPalette } from './palette.ts'
import { withProviderColours } from './provider-files.ts'
import { regionModule, withRegions } from './regions.ts'
import { referencePages } from './sdk-reference/pages.ts'
import { readEntries } from './sdk-reference/read-entries.ts'

if ((await buildWireTypes()) !== 0) process.exit(1)

const families = fileURLToPath(new URL('../packages/contract/src/catalogues/error-families.ts', import.meta.url))
writeFileSync(families, errorFamiliesModule(contract.errorCatalogue))
spawnSync('oxfmt', [families], { stdio: 'inherit' })

for (const document of globSync(fileURLToPath(new URL('../docs/**/*.md', import.meta.url)))) {
  writeFileSync(document, withContractTables(readFileSync(document, 'utf8')))
}

for (const document of globSync(fileURLToPath(new URL('../docs/frameworks/*.md', import.meta.url)))) {
  writeFileSync(document, withRegions(readFileSync(document, 'utf8')))
}

const languageDocument = new URL('../docs/languages.md', import.meta.url)
writeFileSync(languageDocument, await languagePage(readFileSync(languageDocument, 'utf8')))

const metricsDocument = new URL('../docs/metrics.md', import.meta.url)
writeFileSync(metricsDocument, withSeriesTables(readFileSync(metricsDocument, 'utf8')))

const databaseReadme = new URL('../packages/server/src/platform/db/README.md', import.meta.url)
writeFileSync(databaseReadme, withLockLevels(readFileSync(databaseReadme, 'utf8')))

const regionCode = fileURLToPath(new URL('../apps/dashboard/src/rooms/start/region-code.ts', import.meta.url))
writeFileSync(regionCode, regionModule(shownRegions))
spawnSync('oxfmt', [regionCode], { stdio: 'inherit' })

const endpointRights = fileURLToPath(new URL('../apps/dashboard/src/data/endpoint-rights.ts', import.meta.url))
writeFileSync(endpointRights, endpointRightsModule())
spawnSync('oxfmt', [endpointRights], { stdio: 'inherit' })

const components = new URL('../packages/react/src/', import.meta.url)
const styleSheet = new URL('styles.css', components)
writeFileSync(styleSheet, withProviderColours(readFileSync(styleSheet, 'utf8'), providerColours))

const palette = readPalette()
for (const file of paletteFiles) writeFileSync(file, withPalette(readFileSync(file, 'utf8'), palette))

const sdkReference = fileURLToPath(new URL('../docs/sdk/', import.meta.url))
rmSync(sdkReference, { recursive: true, force: true })
mkdirSync(sdkReference)
for (const [file, text] of referencePages(readEntries())) writeFileSync(sdkReference + file, await formatMarkdown(text))

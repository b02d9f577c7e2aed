// `npm run generate`: writes the generated files.
// - From the contract: the wire types as plain interfaces, so that the SDK's types do not use Zod; the rights of staff for the dashboard; the families of the
//   error codes without their sentences; the tables of rate limits, audit entries and events of webhooks in the documentation.
// - From the regions of tested files: the code in the pages of the frameworks and in **Get started** of the dashboard.
// - From the texts and their records: the table of languages in the documentation.
// - From the palette and the colours of the sign-in providers: rules of the style sheets.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import * as contract from '@portico/contract'

import { withContractTables, withEventTable } from '../packages/contract/document-tables.ts'
import { errorFamiliesModule } from '../packages/contract/error-families.ts'
import { wireTypes } from '../packages/contract/wire-types.ts'
import { shownRegions } from '../apps/dashboard/src/rooms/start/shown-regions.ts'
import { providerColours } from '../packages/react/src/auth/provider-marks.ts'
import { endpointRightsModule } from './endpoint-rights.ts'
import { languagePage } from './languages/page.ts'
import { paletteFiles, readPalette, withPalette } from './palette.ts'
import { withProviderColours } from './provider-files.ts'
import { regionModule, withRegions } from './regions.ts'

const target = fileURLToPath(new URL('../packages/contract/src/wire.ts', import.meta.url))
writeFileSync(target, wireTypes(contract))
const families = fileURLToPath(new URL('../packages/contract/src/error-families.ts', import.meta.url))
writeFileSync(families, errorFamiliesModule(contract.errorCatalogue))
spawnSync('oxfmt', [target, families], { stdio: 'inherit' })

const securityDocument = new URL('../docs/security.md', import.meta.url)
writeFileSync(securityDocument, withContractTables(readFileSync(securityDocument, 'utf8')))

const webhookDocument = new URL('../docs/webhooks.md', import.meta.url)
writeFileSync(webhookDocument, withEventTable(readFileSync(webhookDocument, 'utf8')))

for (const document of globSync(fileURLToPath(new URL('../docs/frameworks/*.md', import.meta.url)))) {
  writeFileSync(document, withRegions(readFileSync(document, 'utf8')))
}

const languageDocument = new URL('../docs/languages.md', import.meta.url)
writeFileSync(languageDocument, await languagePage(readFileSync(languageDocument, 'utf8')))

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

import type { Comparison } from '../comparison.ts'
import type { MailRates } from '../mails-process.ts'
import { runScript } from '../processes.ts'

/** Measures how fast mails are rendered from their documents. */
export const mails: Comparison = {
  name: 'mails',
  async run({ progress }) {
    const { largestMillis, standard } = await runScript<MailRates>('mails-process.ts', null)
    progress(`mails of the service: ${standard.map((rate) => rate.toFixed(0)).join(', ')} per second`)
    return [
      {
        title: 'Rendering of mails',
        conditions:
          'Subject, HTML and text of the four mails with a link or a code, in turn, on one core. The largest mail has 300 blocks with two links each.',
        series: [
          { name: 'mails of the service', unit: 'mails/s', values: standard },
          { name: 'the largest mail', unit: 'ms', values: largestMillis },
        ],
        checks: [{ what: 'mails per second', values: standard, unit: '', target: { atLeast: 2_000 } }],
      },
    ]
  },
}

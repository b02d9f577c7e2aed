import type { SenderDomainFindingCode } from '@portico/contract'

/** A record to publish. */
export interface TxtRecord {
  readonly name: string
  readonly value: string
}

/** What the check found about SPF, DKIM or DMARC. */
export interface Finding {
  readonly code: SenderDomainFindingCode
  /** The name whose records were read. */
  readonly name: string
  /** Null without a record. Several records are on separate lines. */
  readonly record: string | null
  /** The term, tag or domain that the finding is about; null if there is none. */
  readonly detail: string | null
  /** The record that would be right; null if only the owner knows it. */
  readonly publish: TxtRecord | null
}

const DETAIL_MAX_CHARACTERS = 300
const RECORD_MAX_CHARACTERS = 2_000

interface Found extends Partial<Pick<Finding, 'detail' | 'publish'>> {
  readonly records?: readonly string[]
}

/** Creates a finding. What was read is shortened, and shown in printable ASCII. */
export function finding(
  code: SenderDomainFindingCode,
  name: string,
  { detail = null, publish = null, records = [] }: Found = {},
): Finding {
  const record = records.map((text) => printable(text, RECORD_MAX_CHARACTERS)).join('\n')
  return {
    code,
    name,
    record: record === '' ? null : record.slice(0, 2 * RECORD_MAX_CHARACTERS),
    detail: detail === null ? null : printable(detail, DETAIL_MAX_CHARACTERS),
    // What was read is part of some records to publish, which must be copied as they are.
    publish: publish && publish.value === printable(publish.value, RECORD_MAX_CHARACTERS) ? publish : null,
  }
}

function printable(text: string, maxCharacters: number): string {
  const shown = text.replaceAll(/[^ -~]/g, '\uFFFD')
  return shown.length > maxCharacters ? `${shown.slice(0, maxCharacters)}…` : shown
}

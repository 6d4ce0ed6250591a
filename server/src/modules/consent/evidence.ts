import { setImmediate as breathe } from 'node:timers/promises'
import { CONSENT_EVIDENCE_MAX } from '@crewline/contract/limits'
import { displayPhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { makePdf, type Sheet } from '../../kernel/pdf/sheet.ts'
import type { Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { actWords, bothTimes } from './evidence-rules.ts'
import type { HistoryEntry } from './history-views.ts'
import { ledgerOf, type Ledger } from './history.ts'

/** What evidence says besides the ledger. */
interface Made {
  organization: string
  zone: string
  by: string
  at: Date
}

/** Entries written before others get their turn. */
const AT_ONCE = 20

/**
 * The evidence about a worker's number as PDF: what stands, every entry as it was written, and whether the chain is whole.
 * Who took it is noted.
 */
export async function takeEvidence(scope: Scope, contactId: string): Promise<Download> {
  const ledger = await ledgerOf(scope, contactId, CONSENT_EVIDENCE_MAX + 1)
  const phone = ledger.phone ?? fail('recipient_no_mobile', { words: 'This person has no number to show evidence of.' })
  if (ledger.entries.length > CONSENT_EVIDENCE_MAX)
    fail('too_many', {
      words: `Evidence holds ${CONSENT_EVIDENCE_MAX.toLocaleString('en')} entries. Ask your operator.`,
    })
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const made: Made = {
    organization: organization.name,
    zone: organization.timezone,
    by: scope.actor.kind === 'member' ? `${scope.actor.firstname} ${scope.actor.lastname}`.trim() : '',
    at: scope.world.now(),
  }
  const content = await asPdf(ledger, phone, made)
  await scope.tx(async (tx) =>
    tx.audit('consent.evidence_taken', contactId, { entries: ledger.entries.length, isSound: ledger.isSound }),
  )
  return { download: true, name: `consent-evidence-${phone.slice(1)}.pdf`, type: 'application/pdf', content }
}

function asPdf(ledger: Ledger, phone: string, made: Made): Promise<Buffer> {
  const about = {
    title: `Consent evidence for ${phone}`,
    creator: made.organization,
    at: made.at,
    footer: `Consent evidence for ${phone}, made ${bothTimes(made.at, made.zone)}`,
  }
  return makePdf(about, async (sheet) => {
    await sheet.write('Consent evidence', { size: 18 })
    sheet.space(1)
    for (const [label, words] of headLines(ledger, phone, made)) await sheet.pair(label, words)
    // A file is read as a story: the oldest entry first.
    for (const [nth, entry] of ledger.entries.toReversed().entries()) {
      if (nth % AT_ONCE === 0) await breathe()
      await writeEntry(sheet, entry, { nth: nth + 1, zone: made.zone })
    }
  })
}

function headLines({ contact, optedOut, since, isSound, entries }: Ledger, phone: string, made: Made) {
  const home = phone.startsWith('+1') ? 'US' : ''
  const name = `${contact.firstname} ${contact.lastname}`.trim()
  const agreed = since ? 'May be texted: the worker agreed.' : 'May be texted: no opt-out is noted.'
  return [
    ['Organization', made.organization],
    ['Number', `${phone} \u00b7 ${displayPhone(phone, home)}`],
    ['Contact with it now', name],
    [
      'What stands',
      optedOut ? 'Opted out: must not be texted. Only the worker can end this, by texting START.' : agreed,
    ],
    ['Since', since ? bothTimes(since, made.zone) : 'Nothing was noted'],
    ['Entries', String(entries.length)],
    [
      'History',
      isSound
        ? 'Unchanged since it was written. Each entry carries the hash of the entry before it (SHA-256); all of them match, and none is missing.'
        : 'NOT as it was written: an entry was changed or is missing.',
    ],
    ['Time zone', made.zone],
    ['Made by', `${made.by}, ${bothTimes(made.at, made.zone)}`],
  ] as const
}

async function writeEntry(sheet: Sheet, entry: HistoryEntry, at: { nth: number; zone: string }): Promise<void> {
  const { event, messageId, before } = entry
  sheet.space(0.5)
  sheet.rule()
  sheet.space(0.3)
  await sheet.write(`${at.nth}. ${actWords(event.action, event.method)}`, { size: 10.5, isKept: true })
  await sheet.pair('Time', bothTimes(event.at, at.zone))
  for (const [nth, line] of event.words.split(/\r?\n/).entries())
    await sheet.pair(nth === 0 ? 'Exact words' : '', line === '' ? '(none)' : line)
  await sheet.pair('Noted by', event.by ?? (event.method === 'carrier' ? 'The carrier' : 'The worker, directly'))
  if (messageId) await sheet.pair('Message', messageId)
  await sheet.pair('Entry', event.id)
  await sheet.pair('Hash', event.hash ?? 'Written before the chain began')
  if (event.hash) await sheet.pair('Hash before', before ?? 'None: the first of its chain')
}

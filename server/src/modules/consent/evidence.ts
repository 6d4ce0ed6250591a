import { formatNumber } from '@crewline/contract/formats'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Locale } from '@crewline/contract/accounts'
import { CONSENT_EVIDENCE_MAX } from '@crewline/contract/limits'
import { displayPhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { makePdf, type Sheet } from '../../kernel/pdf/sheet.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { describeConsentEntry, bothTimes } from './evidence-rules.ts'
import { evidenceText } from './evidence-words.ts'
import type { HistoryEntry } from './history-views.ts'
import { ledgerOf, ledgerOfNumber, type Ledger } from './history.ts'

/** Contents of an evidence file besides the ledger. */
interface Made {
  organization: string
  zone: string
  by: string
  at: Date
  language: Locale
}

/** Entries written before yielding to other work. */
const AT_ONCE = 20

/**
 * Creates the consent evidence of a number as PDF, for a contact or a typed number: the current consent, every entry as
 * written, and whether the chain is intact. Records who took it, without the number.
 */
export async function takeEvidence(
  scope: Scope,
  { contactId, phone: typed }: { contactId?: string | undefined; phone?: string | undefined },
): Promise<Download> {
  if ((contactId === undefined) === (typed === undefined))
    fail('invalid', {
      text: {
        en: 'Name the person or the number, one of them.',
        es: 'Indica la persona o el número, uno de los dos.',
      },
    })
  const ledger =
    contactId === undefined
      ? await ledgerOfNumber(scope, typed ?? '', CONSENT_EVIDENCE_MAX + 1)
      : await ledgerOf(scope, contactId, CONSENT_EVIDENCE_MAX + 1)
  const phone =
    ledger.phone ??
    fail('recipient_no_mobile', {
      text: {
        en: 'This person has no number to show evidence of.',
        es: 'Esta persona no tiene un número del que mostrar pruebas.',
      },
    })
  if (ledger.entries.length > CONSENT_EVIDENCE_MAX)
    fail('too_many', {
      text: {
        en: `Evidence holds ${formatNumber(CONSENT_EVIDENCE_MAX, 'en')} entries. Ask your operator.`,
        es: `Las pruebas admiten ${formatNumber(CONSENT_EVIDENCE_MAX, 'es')} entradas. Pregunta a quien opera el servicio.`,
      },
    })
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const made: Made = {
    organization: organization.name,
    zone: organization.timezone,
    by: scope.actor.kind === 'member' ? `${scope.actor.firstname} ${scope.actor.lastname}`.trim() : '',
    at: scope.world.now(),
    language: languageOf(scope),
  }
  const content = await asPdf(ledger, phone, made)
  await scope.tx(async (tx) =>
    tx.audit('consent.evidence_taken', contactId ?? ledger.contact?.id ?? null, {
      entries: ledger.entries.length,
      isSound: ledger.isSound,
    }),
  )
  return {
    download: true,
    name: `${evidenceText[made.language].file}-${phone.slice(1)}.pdf`,
    type: 'application/pdf',
    content,
  }
}

function asPdf(ledger: Ledger, phone: string, made: Made): Promise<Buffer> {
  const text = evidenceText[made.language]
  const about = {
    title: text.titleFor(phone),
    creator: made.organization,
    at: made.at,
    footer: text.footer(phone, bothTimes(made.at, made.zone)),
  }
  return makePdf(about, async (sheet) => {
    await sheet.write(text.title, { size: 18 })
    sheet.space(1)
    for (const [label, value] of summaryLines(ledger, phone, made)) await sheet.pair(label, value)
    // The file lists the oldest entry first.
    for (const [nth, entry] of ledger.entries.toReversed().entries()) {
      if (nth % AT_ONCE === 0) await breathe()
      await writeEntry(sheet, entry, { nth: nth + 1, ...made })
    }
  })
}

function summaryLines({ contact, optedOut, since, isSound, entries }: Ledger, phone: string, made: Made) {
  const home = phone.startsWith('+1') ? 'US' : ''
  const text = evidenceText[made.language]
  const name = contact ? `${contact.firstname} ${contact.lastname}`.trim() : text.noOne
  const agreed = since ? text.agreed : text.noOptOut
  return [
    [text.organization, made.organization],
    [text.number, `${phone} \u00b7 ${displayPhone(phone, home)}`],
    [text.contact, name],
    [text.status, optedOut ? text.optedOut : agreed],
    [text.since, since ? bothTimes(since, made.zone) : text.nothing],
    [text.entries, String(entries.length)],
    [text.history, isSound ? text.sound : text.broken],
    [text.zone, made.zone],
    [text.madeBy, `${made.by}, ${bothTimes(made.at, made.zone)}`],
  ] as const
}

interface EntryAt {
  nth: number
  zone: string
  language: Locale
}

async function writeEntry(sheet: Sheet, entry: HistoryEntry, at: EntryAt): Promise<void> {
  const { event, messageId, before } = entry
  const text = evidenceText[at.language]
  sheet.space(0.5)
  sheet.rule()
  sheet.space(0.3)
  await sheet.write(`${at.nth}. ${describeConsentEntry(event.action, event.method, at.language)}`, {
    size: 10.5,
    isKeptWithNext: true,
  })
  await sheet.pair(text.time, bothTimes(event.at, at.zone))
  if (event.isErased) await sheet.pair(text.wording, text.removed)
  for (const [nth, line] of event.isErased ? [] : event.wording.split(/\r?\n/).entries())
    await sheet.pair(nth === 0 ? text.wording : '', line === '' ? text.none : line)
  await sheet.pair(text.notedBy, event.by ?? (event.method === 'carrier' ? text.carrier : text.worker))
  if (messageId) await sheet.pair(text.message, messageId)
  await sheet.pair(text.entry, event.id)
  await sheet.pair(text.hash, event.hash ?? text.beforeChain)
  if (event.hash) await sheet.pair(text.hashBefore, before ?? text.first)
}

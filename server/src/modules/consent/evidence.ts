import { setImmediate as breathe } from 'node:timers/promises'
import type { Locale } from '@crewline/contract/accounts'
import { CONSENT_EVIDENCE_MAX } from '@crewline/contract/limits'
import { displayPhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { makePdf, type Sheet } from '../../kernel/pdf/sheet.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { actWords, bothTimes } from './evidence-rules.ts'
import { evidenceWords } from './evidence-words.ts'
import type { HistoryEntry } from './history-views.ts'
import { ledgerOf, ledgerOfNumber, type Ledger } from './history.ts'

/** What evidence says besides the ledger. */
interface Made {
  organization: string
  zone: string
  by: string
  at: Date
  language: Locale
}

/** Entries written before others get their turn. */
const AT_ONCE = 20

/**
 * The evidence about a number as PDF, a worker's or one that was typed: what stands, every entry as it was written, and whether
 * the chain is whole. Who took it is noted, without the number.
 */
export async function takeEvidence(
  scope: Scope,
  { contactId, phone: typed }: { contactId?: string | undefined; phone?: string | undefined },
): Promise<Download> {
  if ((contactId === undefined) === (typed === undefined))
    fail('invalid', {
      words: {
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
      words: {
        en: 'This person has no number to show evidence of.',
        es: 'Esta persona no tiene un número del que mostrar pruebas.',
      },
    })
  if (ledger.entries.length > CONSENT_EVIDENCE_MAX)
    fail('too_many', {
      words: {
        en: `Evidence holds ${CONSENT_EVIDENCE_MAX.toLocaleString('en')} entries. Ask your operator.`,
        es: `Las pruebas admiten ${CONSENT_EVIDENCE_MAX.toLocaleString('es')} entradas. Pregunta a quien opera el servicio.`,
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
    name: `${evidenceWords[made.language].file}-${phone.slice(1)}.pdf`,
    type: 'application/pdf',
    content,
  }
}

function asPdf(ledger: Ledger, phone: string, made: Made): Promise<Buffer> {
  const say = evidenceWords[made.language]
  const about = {
    title: say.titleFor(phone),
    creator: made.organization,
    at: made.at,
    footer: say.footer(phone, bothTimes(made.at, made.zone)),
  }
  return makePdf(about, async (sheet) => {
    await sheet.write(say.title, { size: 18 })
    sheet.space(1)
    for (const [label, words] of headLines(ledger, phone, made)) await sheet.pair(label, words)
    // A file is read as a story: the oldest entry first.
    for (const [nth, entry] of ledger.entries.toReversed().entries()) {
      if (nth % AT_ONCE === 0) await breathe()
      await writeEntry(sheet, entry, { nth: nth + 1, ...made })
    }
  })
}

function headLines({ contact, optedOut, since, isSound, entries }: Ledger, phone: string, made: Made) {
  const home = phone.startsWith('+1') ? 'US' : ''
  const say = evidenceWords[made.language]
  const name = contact ? `${contact.firstname} ${contact.lastname}`.trim() : say.nobody
  const agreed = since ? say.agreed : say.noOptOut
  return [
    [say.organization, made.organization],
    [say.number, `${phone} \u00b7 ${displayPhone(phone, home)}`],
    [say.contact, name],
    [say.standing, optedOut ? say.optedOut : agreed],
    [say.since, since ? bothTimes(since, made.zone) : say.nothing],
    [say.entries, String(entries.length)],
    [say.history, isSound ? say.sound : say.broken],
    [say.zone, made.zone],
    [say.madeBy, `${made.by}, ${bothTimes(made.at, made.zone)}`],
  ] as const
}

interface EntryAt {
  nth: number
  zone: string
  language: Locale
}

async function writeEntry(sheet: Sheet, entry: HistoryEntry, at: EntryAt): Promise<void> {
  const { event, messageId, before } = entry
  const say = evidenceWords[at.language]
  sheet.space(0.5)
  sheet.rule()
  sheet.space(0.3)
  await sheet.write(`${at.nth}. ${actWords(event.action, event.method, at.language)}`, { size: 10.5, isKept: true })
  await sheet.pair(say.time, bothTimes(event.at, at.zone))
  if (event.isErased) await sheet.pair(say.words, say.removed)
  for (const [nth, line] of event.isErased ? [] : event.words.split(/\r?\n/).entries())
    await sheet.pair(nth === 0 ? say.words : '', line === '' ? say.none : line)
  await sheet.pair(say.notedBy, event.by ?? (event.method === 'carrier' ? say.carrier : say.worker))
  if (messageId) await sheet.pair(say.message, messageId)
  await sheet.pair(say.entry, event.id)
  await sheet.pair(say.hash, event.hash ?? say.beforeChain)
  if (event.hash) await sheet.pair(say.hashBefore, before ?? say.first)
}

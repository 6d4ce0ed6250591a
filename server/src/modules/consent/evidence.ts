import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import { msg } from '@crewline/contract/localized-text'
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
import { EVIDENCE_TEXTS, evidenceFooter, evidenceTitle } from './evidence-words.ts'
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
      text: msg({ message: 'Choose either a contact or a number.' }),
    })
  const ledger =
    contactId === undefined
      ? await ledgerOfNumber(scope, typed ?? '', CONSENT_EVIDENCE_MAX + 1)
      : await ledgerOf(scope, contactId, CONSENT_EVIDENCE_MAX + 1)
  const phone =
    ledger.phone ??
    fail('recipient_no_mobile', {
      text: msg({ message: 'This contact has no number, so there is no evidence to show.' }),
    })
  if (ledger.entries.length > CONSENT_EVIDENCE_MAX)
    fail('too_many', {
      text: msg({
        message: 'Evidence holds {most, number} entries. Ask your operator.',
        values: { most: CONSENT_EVIDENCE_MAX },
      }),
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
    name: `${localize(EVIDENCE_TEXTS.file, made.language)}-${phone.slice(1)}.pdf`,
    type: 'application/pdf',
    content,
  }
}

function asPdf(ledger: Ledger, phone: string, made: Made): Promise<Buffer> {
  const write = (text: LocalizedText): string => localize(text, made.language)
  const about = {
    title: write(evidenceTitle(phone)),
    creator: made.organization,
    at: made.at,
    footer: write(evidenceFooter(phone, bothTimes(made.at, made.zone))),
  }
  return makePdf(about, async (sheet) => {
    await sheet.write(write(EVIDENCE_TEXTS.title), { size: 18 })
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
  const write = (text: LocalizedText): string => localize(text, made.language)
  const name = contact ? `${contact.firstname} ${contact.lastname}`.trim() : write(EVIDENCE_TEXTS.noOne)
  const agreed = since ? write(EVIDENCE_TEXTS.agreed) : write(EVIDENCE_TEXTS.noOptOut)
  return [
    [write(EVIDENCE_TEXTS.organization), made.organization],
    [write(EVIDENCE_TEXTS.number), `${phone} \u00b7 ${displayPhone(phone, home)}`],
    [write(EVIDENCE_TEXTS.contact), name],
    [write(EVIDENCE_TEXTS.status), optedOut ? write(EVIDENCE_TEXTS.optedOut) : agreed],
    [write(EVIDENCE_TEXTS.since), since ? bothTimes(since, made.zone) : write(EVIDENCE_TEXTS.nothing)],
    [write(EVIDENCE_TEXTS.entries), String(entries.length)],
    [write(EVIDENCE_TEXTS.history), isSound ? write(EVIDENCE_TEXTS.sound) : write(EVIDENCE_TEXTS.broken)],
    [write(EVIDENCE_TEXTS.zone), made.zone],
    [write(EVIDENCE_TEXTS.madeBy), `${made.by}, ${bothTimes(made.at, made.zone)}`],
  ] as const
}

interface EntryAt {
  nth: number
  zone: string
  language: Locale
}

async function writeEntry(sheet: Sheet, entry: HistoryEntry, at: EntryAt): Promise<void> {
  const { event, messageId, before } = entry
  const write = (text: LocalizedText): string => localize(text, at.language)
  sheet.space(0.5)
  sheet.rule()
  sheet.space(0.3)
  await sheet.write(`${at.nth}. ${describeConsentEntry(event.action, event.method, at.language)}`, {
    size: 10.5,
    isKeptWithNext: true,
  })
  await sheet.pair(write(EVIDENCE_TEXTS.time), bothTimes(event.at, at.zone))
  if (event.isErased) await sheet.pair(write(EVIDENCE_TEXTS.wording), write(EVIDENCE_TEXTS.removed))
  for (const [nth, line] of event.isErased ? [] : event.wording.split(/\r?\n/).entries())
    await sheet.pair(nth === 0 ? write(EVIDENCE_TEXTS.wording) : '', line === '' ? write(EVIDENCE_TEXTS.none) : line)
  await sheet.pair(
    write(EVIDENCE_TEXTS.notedBy),
    event.by ?? (event.method === 'carrier' ? write(EVIDENCE_TEXTS.carrier) : write(EVIDENCE_TEXTS.worker)),
  )
  if (messageId) await sheet.pair(write(EVIDENCE_TEXTS.message), messageId)
  await sheet.pair(write(EVIDENCE_TEXTS.entry), event.id)
  await sheet.pair(write(EVIDENCE_TEXTS.hash), event.hash ?? write(EVIDENCE_TEXTS.beforeChain))
  if (event.hash) await sheet.pair(write(EVIDENCE_TEXTS.hashBefore), before ?? write(EVIDENCE_TEXTS.first))
}

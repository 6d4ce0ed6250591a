import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { QueryOf } from '@crewline/contract/endpoint'
import { CONSENT_EVIDENCE_MAX, EXPORT_PDF_MESSAGES_MAX } from '@crewline/contract/limits'
import { msg } from '@crewline/contract/localized-text'
import type { conversationProof } from '@crewline/contract/records'
import type { LocalizedText } from '@crewline/contract/words'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import { makePdf, type Sheet } from '../../kernel/pdf/sheet.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { bothTimes, consentLedger, describeConsentEntry, type Ledger } from '../consent/index.ts'
import { countTranscript, readTranscript, type Transcript } from '../transcripts/index.ts'
import { deliveryTimes, type DeliveryTimes } from './delivery-views.ts'
import { PROOF_TEXTS } from './proof-words.ts'
import { momentsOf } from './rules.ts'

/** Entries written before yielding to other work. */
const AT_ONCE = 20

type Write = (text: LocalizedText) => string

/**
 * Returns the proof of one conversation: the consent of the number as recorded, then each message with who wrote it, what
 * became of it and when. The hash is that of the transcript, so an export of the same days has the same one.
 */
export async function proofFile(
  scope: Scope,
  { contactId, from, to }: QueryOf<typeof conversationProof>,
): Promise<Download> {
  const language = languageOf(scope)
  const write: Write = (text) => localize(text, language)
  const moments = momentsOf({ from: from ?? null, to: to ?? null }, scope.org.timezone)
  if (moments.since >= moments.until)
    fail('invalid', { fieldErrors: { to: msg({ message: "The end can't be before the start." }) } })
  const most = EXPORT_PDF_MESSAGES_MAX
  const days = { contactId, ...moments, includeNotes: false }
  if ((await countTranscript(scope, days, most + 1)) > most)
    fail('too_many', {
      text: msg({ message: 'A PDF holds {most, number} messages. Choose fewer days.', values: { most } }),
    })
  const transcript = (await readTranscript(scope, { ...days, language })) ?? fail('not_found')
  const ledger = await consentLedger(scope, contactId, CONSENT_EVIDENCE_MAX)
  const times = await deliveryTimes(
    scope.db,
    contactId,
    transcript.entries.map(({ id }) => id),
  )
  const { preamble } = transcript
  const about = {
    title: write(PROOF_TEXTS.title),
    creator: preamble.organization,
    at: scope.world.now(),
    footer: `${preamble.contact} \u00b7 SHA-256 ${preamble.sha256}`,
  }
  const content = await makePdf(about, async (sheet) => {
    await writeHead(sheet, scope, transcript, write)
    await writeConsent(sheet, ledger, { write, zone: scope.org.timezone, language })
    await writeMessages(sheet, transcript, { write, times, zone: scope.org.timezone })
  })
  const sha256 = createHash('sha256').update(content).digest('hex')
  await scope.tx(async (tx) =>
    tx.audit('conversation.proof-taken', contactId, {
      messages: transcript.entries.length,
      messagesSha256: preamble.sha256,
      sha256,
    }),
  )
  return { download: true, name: 'proof.pdf', type: 'application/pdf', content }
}

async function writeHead(sheet: Sheet, scope: Scope, { preamble, entries }: Transcript, write: Write): Promise<void> {
  const member = scope.actor.kind === 'member' ? `${scope.actor.firstname} ${scope.actor.lastname}`.trim() : ''
  await sheet.write(write(PROOF_TEXTS.title), { size: 18 })
  sheet.space(1)
  await sheet.pair(write(PROOF_TEXTS.organization), preamble.organization)
  await sheet.pair(write(PROOF_TEXTS.contact), preamble.contact)
  await sheet.pair(write(PROOF_TEXTS.number), preamble.phone)
  await sheet.pair(write(PROOF_TEXTS.zone), preamble.timeZone)
  await sheet.pair(write(PROOF_TEXTS.period), `${preamble.from} \u2013 ${preamble.to}`)
  await sheet.pair(write(PROOF_TEXTS.madeBy), `${member}, ${bothTimes(scope.world.now(), preamble.timeZone)}`)
  await sheet.pair(write(PROOF_TEXTS.messages), String(entries.length))
  await sheet.pair(write(PROOF_TEXTS.hash), preamble.sha256)
}

async function writeTitle(sheet: Sheet, title: string): Promise<void> {
  sheet.space(1)
  sheet.rule()
  sheet.space(0.3)
  await sheet.write(title, { size: 12, isKeptWithNext: true })
}

async function writeConsent(
  sheet: Sheet,
  { optedOut, since, isSound, entries }: Ledger,
  { write, zone, language }: { write: Write; zone: string; language: ReturnType<typeof languageOf> },
): Promise<void> {
  await writeTitle(sheet, write(PROOF_TEXTS.consent))
  const status = optedOut ? PROOF_TEXTS.optedOut : since ? PROOF_TEXTS.agreed : PROOF_TEXTS.nothing
  await sheet.pair(write(PROOF_TEXTS.status), write(status) + (since ? `, ${bothTimes(since, zone)}` : ''))
  if (entries.length > 0)
    await sheet.pair(write(PROOF_TEXTS.history), write(isSound ? PROOF_TEXTS.sound : PROOF_TEXTS.broken))
  for (const { event } of entries.toReversed()) {
    sheet.space(0.5)
    await sheet.write(describeConsentEntry(event.action, event.method, language), { isKeptWithNext: true })
    await sheet.pair(write(PROOF_TEXTS.time), bothTimes(event.at, zone))
    if (event.wording) await sheet.pair(write(PROOF_TEXTS.wording), event.wording)
    if (event.by) await sheet.pair(write(PROOF_TEXTS.source), event.by)
    if (event.hash) await sheet.pair(write(PROOF_TEXTS.entryHash), event.hash)
  }
}

async function writeMessages(
  sheet: Sheet,
  { entries }: Transcript,
  { write, times, zone }: { write: Write; times: Map<string, DeliveryTimes>; zone: string },
): Promise<void> {
  await writeTitle(sheet, write(PROOF_TEXTS.conversation))
  if (entries.length === 0) await sheet.write(write(PROOF_TEXTS.nothing), { ink: 'faint' })
  for (const [nth, entry] of entries.entries()) {
    if (nth % AT_ONCE === 0) await breathe()
    const at = times.get(entry.id)
    sheet.space(0.5)
    await sheet.write(`${entry.at} \u00b7 ${entry.direction}`, { ink: 'faint', isKeptWithNext: true })
    for (const line of entry.body.split(/\r?\n/)) await sheet.write(line, { indent: 14 })
    await sheet.pair(write(PROOF_TEXTS.from), entry.sender)
    await sheet.pair(write(PROOF_TEXTS.state), entry.status)
    if (at) {
      await sheet.pair(write(PROOF_TEXTS.written), bothTimes(at.writtenAt, zone))
      if (at.handedOffAt) await sheet.pair(write(PROOF_TEXTS.handedOff), bothTimes(at.handedOffAt, zone))
      if (at.settledAt) await sheet.pair(write(PROOF_TEXTS.settled), bothTimes(at.settledAt, zone))
    }
    if (entry.translation)
      await sheet.pair(write(PROOF_TEXTS.translation), `${entry.translationLanguage}: ${entry.translation}`)
    if (entry.files.length > 0) await sheet.pair(write(PROOF_TEXTS.files), entry.files.join(', '))
    await sheet.pair(write(PROOF_TEXTS.id), entry.id)
  }
}

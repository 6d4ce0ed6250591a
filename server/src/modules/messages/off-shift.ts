// Texts that leave although their contact is off shift: who may send them, and the sentence that they carry.
import type { ContactSummary } from '@crewline/contract/contacts'
import { MESSAGE_MAX_CHARACTERS, MESSAGE_MAX_TEXTS } from '@crewline/contract/limits'
import { SAMPLE_CONTACT_PHONE } from '@crewline/contract/sample-numbers'
import { countTexts } from '@crewline/contract/segments'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { replyMayWait } from './ports.ts'
import { ANSWER_AT_NIGHT_MS } from './quiet-hours.ts'
import { restingOf } from './rest.ts'
import type { Later } from './store/later.ts'
import { wroteSince } from './store/names.ts'

type Person = Pick<ContactSummary, 'id' | 'phone' | 'timezone'>

/** The sentence in any language without one of its own. */
const ENGLISH = 'No reply needed before your shift.'
/** The sentence in the other languages in which the product texts contacts. */
const NOTES: Record<string, string> = {
  es: 'No hace falta responder antes de tu turno.',
  fr: 'Pas besoin de répondre avant votre service.',
  pt: 'Não é preciso responder antes do seu turno.',
  vi: 'Không cần trả lời trước ca làm việc của bạn.',
  zh: '上班前无需回复。',
  ht: 'Ou pa bezwen reponn anvan lè travay ou.',
  ar: 'لا حاجة إلى الرد قبل بدء مناوبتك.',
}

/** The same with the letters of GSM-7, where people write it that way too. */
const PLAIN: Record<string, string> = { pt: 'Nao é preciso responder antes do seu turno.' }

/**
 * Adds the sentence that no reply is needed before the shift, in the language of the contact, once. Leaves it out where the
 * text would take more than 10 texts with it, or letters that make each text shorter: its cost was shown without.
 */
export function withOffShiftNote(body: string, language: string): string {
  const base = language.split('-', 1)[0]?.toLowerCase() ?? ''
  const notes = [NOTES[base] ?? ENGLISH, ...(PLAIN[base] ? [PLAIN[base]] : [])]
  if (notes.some((note) => body.includes(note))) return body
  if (body === '') return notes[0] ?? ENGLISH
  const { encoding } = countTexts(body)
  const noted = notes.map((note) => `${body}\n${note}`)
  const fitting = noted.find((text) => countTexts(text).encoding === encoding && isShortEnough(text))
  return fitting ?? body
}

function isShortEnough(body: string): boolean {
  return body.length <= MESSAGE_MAX_CHARACTERS && countTexts(body).segments <= MESSAGE_MAX_TEXTS
}

/** Returns the sentence at the end of a text, in any language. */
function noteIn(body: string): string | undefined {
  return [ENGLISH, ...Object.values(NOTES), ...Object.values(PLAIN)].find((note) => body.endsWith(note))
}

/**
 * Returns what an edited text says: with the sentence where it leaves off shift, and without where it no longer does.
 * A text that was to leave off shift without the sentence stays without: its sender turned that off.
 */
export async function noteForMoment(
  scope: Scope | Tx,
  contact: ContactSummary,
  { text, body, moment }: { text: Later; body: string; moment: Date },
): Promise<string> {
  const before = noteIn(text.body)
  if (!(await isOffShift(scope, contact, moment))) {
    const note = before && noteIn(body)
    return note ? body.slice(0, -note.length).trimEnd() : body
  }
  const isAsked = before !== undefined || (text.kind === 'text' && !(await wasOffShift(scope, contact, text)))
  return isAsked ? withOffShiftNote(body, contact.language) : body
}

/**
 * Returns what a waiting text says when a member sends it now and finds the contact off shift. Only what no carrier had yet
 * gets the sentence: a text of a member and an announcement, unless the sender turned it off.
 */
export async function noteForNow(tx: Tx, contact: ContactSummary, text: Later): Promise<string> {
  const { kind, batchId, body } = text
  if (text.retries > 0) return body
  const isAsked =
    kind === 'broadcast'
      ? batchId !== null && (await replyMayWait.get()(tx.db, batchId))
      : kind === 'text' && !(await wasOffShift(tx, contact, text))
  return isAsked ? withOffShiftNote(body, contact.language) : body
}

/** Whether a text was to leave while its contact is off shift. */
async function wasOffShift(scope: Scope | Tx, contact: Person, { dueAt }: Later): Promise<boolean> {
  return dueAt !== null && (await isOffShift(scope, contact, dueAt))
}

/**
 * Returns whether a text at this moment, now without one, finds a contact off shift where the organization guards their
 * time. A contact who has just written gets answers.
 */
export async function isOffShift(
  scope: Pick<Scope | Tx, 'db' | 'orgId' | 'org' | 'world'>,
  contact: Person,
  moment?: Date,
): Promise<boolean> {
  if (contact.phone === SAMPLE_CONTACT_PHONE) return false
  const { at } = await restingOf(scope, [contact.id])
  const now = scope.world.now()
  if (at(moment ?? now, contact, { shifts: true, nights: false })?.reason !== 'off_shift') return false
  return moment !== undefined || !(await wroteSince(scope.db, contact.id, new Date(now.getTime() - ANSWER_AT_NIGHT_MS)))
}

/** Fails with `not_permitted` unless the member may text people who are off shift. */
export function requireOffShift(scope: Scope): void {
  if (!scope.can('messages.off_shift')) fail('not_permitted')
}

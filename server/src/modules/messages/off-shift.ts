// Texts that leave although their contact is off shift: who may send them, and the sentence that they carry.
import type { ContactSummary } from '@crewline/contract/contacts'
import { SAMPLE_CONTACT_PHONE } from '@crewline/contract/sample-numbers'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { ANSWER_AT_NIGHT_MS } from './quiet-hours.ts'
import { restingOf } from './rest.ts'
import { wroteSince } from './store/names.ts'

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

/** Adds the sentence that no reply is needed before the shift, in the language of the contact, once. */
export function withOffShiftNote(body: string, language: string): string {
  const note = NOTES[language.split('-', 1)[0]?.toLowerCase() ?? ''] ?? ENGLISH
  return body.includes(note) ? body : [body, note].filter((part) => part !== '').join('\n')
}

/**
 * Returns whether a text at this moment, now without one, finds a contact off shift where the organization guards their
 * time. A contact who has just written gets answers.
 */
export async function isOffShift(
  scope: Scope,
  contact: Pick<ContactSummary, 'id' | 'phone' | 'timezone'>,
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

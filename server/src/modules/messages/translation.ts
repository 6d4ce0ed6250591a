import type { Message, Translation } from '@crewline/contract/messages'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { summariesOf } from '../contacts/index.ts'
import { showTranslated } from '../conversations/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { deleteTranslations, hasWords, languageOf, recorded, translate } from '../translation/index.ts'
import { MessageChanged } from './events.ts'
import { writeTranslation } from './store/translations.ts'
import { messagesByIds } from './views.ts'

/** A translation may cost money at a service; 60 a minute is more than a person can read. */
const perMember = makeLocalLimit(60, 60)

/** Stores the translation of a message and notifies members who are looking. */
export async function setTranslation(tx: Tx, id: string, translation: Translation): Promise<void> {
  // Locks conversations before messages, like every transaction that writes both.
  await showTranslated(tx, id, translation.text)
  await writeTranslation(tx, id, translation)
  tx.publish(MessageChanged, { ids: [id] })
}

/** The result for an inbound message: already in the team's language, translated, or failed with its reason. */
export type Made = { kind: 'same' } | { kind: 'made' | 'failed'; translation: Translation }

/** Translates an inbound message to the team's language, whole or not at all. */
export async function translationFor(
  kernel: Kernel,
  scope: Pick<Scope, 'db' | 'orgId' | 'org'>,
  message: Message,
): Promise<Made> {
  const { translation: wish } = await settingsOf(scope.db, scope.orgId)
  const [contact] = await summariesOf(scope.db, scope.org.country, [message.contactId])
  const from = await languageOf(message.body, contact?.language ?? wish.language)
  const made = await translate(kernel, scope.db, {
    orgId: scope.orgId,
    text: message.body,
    from,
    to: wish.language,
    keep: [...wish.glossary, ...(contact ? [contact.firstname, contact.lastname] : [])],
    purpose: 'read',
  })
  if (made.kind === 'same') return { kind: 'same' }
  const base = { from: made.from, to: made.to, provider: made.provider }
  if (made.kind === 'refused')
    return { kind: 'failed', translation: { ...base, text: message.body, failed: true, reason: made.reason } }
  const phrases = made.kind === 'reviewed' ? { phrases: recorded(made.phrases) } : {}
  return { kind: 'made', translation: { ...base, text: made.text, kind: made.kind, ...phrases } }
}

/** Translates one message on a member's request. Leaves a message in the team's language or without words unchanged. */
export async function translateOne(scope: Scope, kernel: Kernel, id: string): Promise<{ message: Message }> {
  await perMember.take(scope.actor.kind === 'member' ? scope.actor.userId : scope.orgId)
  const [message] = await messagesByIds(scope.db, [id])
  if (!message) return fail('not_found')
  if (message.direction !== 'in' || !hasWords(message.body)) return { message }
  const made = await translationFor(kernel, scope, message)
  if (made.kind === 'same') return { message }
  if (made.kind === 'failed' && made.translation.reason === 'unavailable') return fail('not_translated')
  await scope.tx(async (tx) => {
    await setTranslation(tx, id, made.translation)
    if (made.kind === 'made') tx.audit('message.translated', id)
  })
  const [changed] = await messagesByIds(scope.db, [id])
  return { message: changed ?? message }
}

/** Hides a translation that a member reported as wrong, for everyone, and forgets it. */
export async function hideTranslation(scope: Scope, id: string): Promise<{ message: Message }> {
  const [message] = await messagesByIds(scope.db, [id])
  if (!message) return fail('not_found')
  const { translation } = message
  if (message.direction !== 'in' || !translation || translation.failed) return { message }
  await scope.tx(async (tx) => {
    await setTranslation(tx, id, { ...translation, text: message.body, failed: true, reason: 'reported' })
    await deleteTranslations(tx, [message.body])
    tx.audit('message.translation_reported', id)
  })
  const [changed] = await messagesByIds(scope.db, [id])
  return { message: changed ?? message }
}

import type { BroadcastVariant } from '@crewline/contract/broadcast-variants'
import type { BroadcastMessage } from '@crewline/contract/broadcasts'
import type { Tx } from '../../kernel/scope.ts'
import { settingsOf } from '../organizations/index.ts'
import { sourceOfTranslation } from '../translation/index.ts'

/**
 * Returns a message with the source of each text in another language: texts that reviewed phrases make name them, and no other
 * counts as reviewed. A text that is as it was stored keeps its source: the phrases or the original may have changed since.
 */
export async function withSources(
  tx: Tx,
  message: BroadcastMessage,
  stored: readonly BroadcastVariant[] = [],
): Promise<BroadcastMessage> {
  if (message.variants.length === 0) return message
  const { glossary: keep } = (await settingsOf(tx.db, tx.orgId)).translation
  const variants: BroadcastVariant[] = []
  for (const variant of message.variants) {
    const { language, body } = variant
    const known = stored.find((other) => other.language === language && other.body === body)
    const request = { orgId: tx.orgId, text: message.body, from: message.language, to: language, keep }
    variants.push(known ? asStored(variant, known) : found(variant, await sourceOfTranslation(tx.db, request, body)))
  }
  return { ...message, variants }
}

function asStored({ phrases: _given, ...variant }: BroadcastVariant, known: BroadcastVariant): BroadcastVariant {
  return { ...variant, source: known.source, ...(known.phrases ? { phrases: known.phrases } : {}) }
}

function found(
  { phrases: _given, ...variant }: BroadcastVariant,
  made: Awaited<ReturnType<typeof sourceOfTranslation>>,
): BroadcastVariant {
  if (made.kind === 'reviewed')
    return { ...variant, source: 'reviewed', approved: true, ...(made.phrases ? { phrases: made.phrases } : {}) }
  if (made.kind === 'machine') return { ...variant, source: 'machine' }
  // What was reviewed once may have changed since: a member has to look at it.
  if (variant.source === 'reviewed') return { ...variant, source: 'machine', approved: false }
  // Translations of a service are not remembered forever, so the caller may name one: it needs an approval in any case.
  return variant
}

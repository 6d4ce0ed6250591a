import type { BroadcastVariant } from '@crewline/contract/broadcast-variants'
import type { BroadcastMessage } from '@crewline/contract/broadcasts'
import type { Reply } from '../../../../shared/api/from-contract.ts'

type Translated = Reply<'translateBroadcast'>['variants'][number]

/** Returns the languages of the audience that a message has no text for yet, most people first. */
export function languagesToTranslate(
  message: Pick<BroadcastMessage, 'language' | 'variants'>,
  byLanguage: readonly { language: string; count: number }[],
): string[] {
  const written = new Set([message.language, ...message.variants.map(({ language }) => language)])
  return byLanguage
    .toSorted((a, b) => b.count - a.count)
    .map(({ language }) => language)
    .filter((language) => !written.has(language))
}

/**
 * Adds translations to the variants of a message. A text that a member wrote or edited is never replaced, and a refused
 * language gets none: its people get the text as written.
 */
export function withTranslations(
  variants: readonly BroadcastVariant[],
  translated: readonly Translated[],
): BroadcastVariant[] {
  const next = [...variants]
  for (const { language, kind, body } of translated) {
    if (kind !== 'machine' && kind !== 'reviewed') continue
    const variant: BroadcastVariant = { language, body, source: kind, approved: kind === 'reviewed' }
    const at = next.findIndex((known) => known.language === language)
    if (at < 0) next.push(variant)
    else if (next[at]?.source !== 'author') next[at] = variant
  }
  return next
}

/** Changes the text of a variant: an edited text is the member's own. */
export function withEditedBody(
  variants: readonly BroadcastVariant[],
  language: string,
  body: string,
): BroadcastVariant[] {
  return variants.map((variant) =>
    variant.language === language ? { language, body, source: 'author', approved: true } : variant,
  )
}

/** Approves the machine translation in a language as it is. */
export function withApproval(variants: readonly BroadcastVariant[], language: string): BroadcastVariant[] {
  return variants.map((variant) => (variant.language === language ? { ...variant, approved: true } : variant))
}

/** Whether a variant still is as a machine or a phrase wrote it. */
export function isAutomatic({ source, approved }: BroadcastVariant): boolean {
  return source === 'reviewed' || (source === 'machine' && !approved)
}

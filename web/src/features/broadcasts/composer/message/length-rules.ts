import type { BroadcastContent, BroadcastMessage } from '@crewline/contract/broadcasts'
import { tagsIn } from '@crewline/contract/merge'
import type { Reply } from '../../../../shared/api/from-contract.ts'

type Cost = NonNullable<Reply<'countRecipients'>['cost']>

const baseOf = (language: string): string => language.split('-', 1)[0] ?? language

/**
 * Whether people get more or less than the text as written: field values, how to answer, the sign-off, how to opt out, and
 * off shift that no reply is needed. `signOff` is the line of the organization, empty when it has none.
 */
export function isTextCompleted(
  body: string,
  { kind, message }: BroadcastContent,
  { signOff, noted }: { signOff: string; noted: number },
): boolean {
  return (
    noted > 0 ||
    tagsIn(body).length > 0 ||
    kind !== 'announcement' ||
    message.optOutLine ||
    (message.signOff && signOff.trim() !== '')
  )
}

/**
 * Returns the segments of the longest text that people get in a language of the message, as the total counts them. The
 * first language also goes to people whose language has no text. Undefined when no one gets a text in the language.
 */
export function longestSegments(
  cost: Cost,
  { language: first, variants }: Pick<BroadcastMessage, 'language' | 'variants'>,
  language: string,
): number | undefined {
  const others = new Set(variants.map((variant) => baseOf(variant.language)))
  others.delete(baseOf(first))
  const isFirst = baseOf(language) === baseOf(first)
  const counted = cost.byLanguage.filter((row) =>
    isFirst ? !others.has(baseOf(row.language)) : baseOf(row.language) === baseOf(language),
  )
  return counted.length === 0 ? undefined : Math.max(...counted.map(({ segments }) => segments))
}

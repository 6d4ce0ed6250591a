import type { Tx } from '../../kernel/scope.ts'
import type { Judgement } from '../consent/index.ts'
import type { HandledReply } from '../flows/index.ts'
import { textedJoin } from './ports.ts'

/** A received text with its contact. */
interface Texted {
  id: string
  contact: { id: string; language: string }
  body: string
  text: { from: string; media?: unknown[] }
}

/** Joins those who text the keyword of an opt-in page; what they get as a reply needs no reply of a member. */
export async function joinByKeyword(
  tx: Tx,
  rows: readonly Texted[],
  {
    judged,
    flows,
    joinWords,
  }: { judged: Map<string, Judgement>; flows: Map<string, HandledReply>; joinWords: Map<string, string> },
): Promise<void> {
  const isPlain = ({ id }: Texted) => (judged.get(id)?.intent ?? 'none') === 'none' && !flows.has(id)
  const texts = rows.filter((row) => isPlain(row) && !row.text.media?.length)
  const replies = await textedJoin.get().join(
    tx,
    joinWords,
    texts.map((row) => ({
      messageId: row.id,
      contactId: row.contact.id,
      phone: row.text.from,
      body: row.body,
      language: row.contact.language,
    })),
  )
  for (const [messageId, reply] of replies) flows.set(messageId, { isConsumed: true, reply })
}

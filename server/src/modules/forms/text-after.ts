import type { FormContent } from '@crewline/contract/form-content'
import { formText } from '@crewline/contract/form-questions'
import type { Tx } from '../../kernel/scope.ts'
import { optedOutAmong } from '../consent/index.ts'
import { summariesOf } from '../contacts/index.ts'
import { lineOfConversation } from '../conversations/index.ts'
import { firstLine } from '../lines/index.ts'
import { LANE, queue } from '../messages/index.ts'

/** The text answers what the person just did; a day later it would confuse, in ms. */
const WAITS_MS = 24 * 3_600_000

/** Texts a person after they answered, from the number of their conversation. Texts no one who may not be texted. */
export async function textAfter(
  tx: Tx,
  { textAfter: texts }: Pick<FormContent, 'textAfter'>,
  { contactId, phone, language }: { contactId: string; phone: string; language: string },
): Promise<void> {
  const body = formText(texts, language as FormContent['languages'][number])
  if (body === '') return
  const optedOut = await optedOutAmong(tx.db, { fingerprinter: tx, orgId: tx.orgId, phones: [phone] })
  const [contact] = await summariesOf(tx.db, tx.org.country, [contactId])
  if (optedOut.has(phone) || contact?.reach !== 'can_text') return
  const line = await firstLine(tx.db, await lineOfConversation(tx.db, contactId), phone)
  if (!line) return
  await queue(tx, LANE.answer, [
    {
      id: tx.world.id(),
      contactId,
      lineId: line.id,
      from: line.phone,
      to: phone,
      body,
      kind: 'auto_reply',
      senderId: null,
      expiresAt: new Date(tx.world.now().getTime() + WAITS_MS),
    },
  ])
}

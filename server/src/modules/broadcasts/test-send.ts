import { BROADCAST_TESTS_PER_HOUR } from '@crewline/contract/broadcast-limits'
import type { BroadcastContent } from '@crewline/contract/broadcasts'
import type { CustomMerge } from '@crewline/contract/merge'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { verifiedPhoneOf } from '../accounts/index.ts'
import { readConsentStatuses } from '../consent/index.ts'
import { findOrAddByPhone } from '../contacts/index.ts'
import { storedById } from '../files/index.ts'
import { firstLine } from '../lines/index.ts'
import { LANE, queue } from '../messages/index.ts'
import { makeComposer } from './compose.ts'
import { read } from './drafts.ts'

const perMember = makeLocalLimit(BROADCAST_TESTS_PER_HOUR, 3600)

/** A text that a member tries out. */
export interface TestText extends Pick<BroadcastContent, 'message'>, Partial<Pick<BroadcastContent, 'kind' | 'poll'>> {
  /** The number it is sent from; null takes one that can text the member. */
  lineId: string | null
  /** Further merge fields, with their example. */
  more?: readonly CustomMerge[]
  /** Records the test, with how many texts it is. */
  audit: (tx: Tx, languages: number) => void
}

/** Sends the text of a draft to the member's own number, once in each language it has. Links are not shortened. */
export async function sendTest(kernel: Kernel, scope: Scope, id: string): Promise<{ sent: number }> {
  const { message, kind, poll, options } = await read(scope, id)
  return textMember(kernel, scope, {
    message,
    kind,
    poll,
    lineId: options.lineId,
    audit: (tx, languages) => tx.audit('broadcast.tested', id, { languages }),
  })
}

/**
 * Sends a text to the verified number of the member who asks, once in each language it has; returns how many that are.
 * Fails with `message_empty`, `phone_missing`, `no_line` and `recipient_opted_out`, and above the limit of tests of a
 * member in an hour.
 */
export async function textMember(kernel: Kernel, scope: Scope, text: TestText): Promise<{ sent: number }> {
  const userId = requireUserId(scope)
  const { message, lineId, more, audit } = text
  if (message.body.trim() === '' && message.mediaIds.length === 0) fail('message_empty')
  const phone = (await verifiedPhoneOf(kernel, userId)) ?? fail('phone_missing')
  await perMember.take(userId)
  const line = (await firstLine(scope.db, lineId, phone)) ?? fail('no_line')
  const composer = await makeComposer({ ...scope, userId }, text)
  const files = (await Promise.all(message.mediaIds.map((fileId) => storedById(scope.db, fileId)))).flatMap(
    (file) => file ?? [],
  )
  const languages = [message.language, ...message.variants.map((variant) => variant.language)]
  return scope.tx(async (tx) => {
    if ((await readConsentStatuses(tx.db, [phone])).get(phone)?.optedOut) fail('recipient_opted_out')
    const contact = (await tx.unscoped(() => findOrAddByPhone(tx, [phone]))).get(phone) ?? fail('not_found')
    const values = {
      id: contact.id,
      firstname: contact.firstname,
      lastname: contact.lastname,
      jobTitle: '',
      location: '',
      custom: {},
    }
    await queue(
      tx,
      LANE.reply,
      languages.map((language) => ({
        id: tx.world.id(),
        contactId: contact.id,
        lineId: line.id,
        from: line.phone,
        to: phone,
        body: composer.compose({ ...values, language }, more).body,
        kind: 'text' as const,
        senderId: userId,
        media: files,
        quietOverride: true,
      })),
    )
    audit(tx, languages.length)
    return { sent: languages.length }
  })
}

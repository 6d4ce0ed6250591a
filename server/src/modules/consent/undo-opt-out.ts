import { msg } from '@crewline/contract/localized-text'
import type { ContactSummary } from '@crewline/contract/contacts'
import { OPT_OUT_UNDO_GRACE_MS, OPT_OUT_UNDO_MS } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { ConsentChanged } from './events.ts'
import { contactLookup, optOutUndone } from './ports.ts'
import { lockConsent, setOptedOut } from './store/consent-status.ts'
import { note } from './store/history.ts'
import { endUndo, offerUndo, readUndo } from './store/undo.ts'

const TOO_LATE = msg({
  message: 'An opt-out can be undone for 10 seconds only. Only the contact can end it now, by texting START.',
})

/** Lets the acting member undo the opt-out of a number that they just recorded, for a few seconds. */
export async function allowUndo(tx: Tx, phone: string, messageId: string | null): Promise<void> {
  const until = new Date(tx.world.now().getTime() + OPT_OUT_UNDO_MS + OPT_OUT_UNDO_GRACE_MS)
  await offerUndo(tx, phone, { until, byId: requireUserId(tx), messageId })
}

/**
 * Undoes the opt-out that the acting member recorded a moment ago; the opt-out and the undo stay in the history, and the
 * texts that the opt-out stopped stay stopped. Fails with `opt_out_stays` when the time is over, another member recorded
 * it, or the contact asked for it too.
 */
export async function undoByMember(scope: Scope, contactId: string): Promise<{ contact: ContactSummary }> {
  const userId = requireUserId(scope)
  const { phone } = await summaryOf(scope, contactId)
  if (phone === null) return fail('recipient_no_mobile')
  await scope.tx(async (tx) => {
    await lockConsent(tx, [phone])
    const offer = (await readUndo(tx, phone)) ?? fail('opt_out_stays')
    if (offer.byId !== userId) fail('opt_out_stays')
    if (offer.until <= tx.world.now()) fail('opt_out_stays', { text: TOO_LATE })
    await endUndo(tx, [phone])
    await setOptedOut(tx, [phone], false)
    await note(tx, { phone, action: 'opt_out_undone', method: 'member', wording: '', userId })
    await optOutUndone.get()(tx, { contactId, byId: userId, messageId: offer.messageId })
    tx.publish(ConsentChanged, { phones: [phone] })
    tx.audit('contact.opt-out-undone', contactId)
  })
  return { contact: await summaryOf(scope, contactId) }
}

async function summaryOf(scope: Scope, contactId: string): Promise<ContactSummary> {
  return (await contactLookup.get().byId(scope.db, scope.org.country, contactId)) ?? fail('not_found')
}

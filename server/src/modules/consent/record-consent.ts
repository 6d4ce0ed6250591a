import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { OptOutUndo, recordConsent } from '@crewline/contract/consent'
import type { ContactSummary } from '@crewline/contract/contacts'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { attestUnlessOptedOut, optOutByMember } from './on-behalf.ts'
import { contactLookup, optOutNotice } from './ports.ts'

/**
 * Records consent or an opt-out that a contact gave to a member. Refuses to record consent for an opted-out number: the
 * contact must send START. An opt-out is also shown in the conversation.
 */
export async function noteFor(
  scope: Scope,
  { contactId, action, method, wording }: BodyOf<typeof recordConsent>,
): Promise<{ contact: ContactSummary; undo?: OptOutUndo }> {
  const contact = await summaryOf(scope, contactId)
  const phone =
    contact.phone ??
    fail('recipient_no_mobile', {
      text: msg({ message: 'Add a mobile number for this contact first.' }),
    })
  const undo = await scope.tx(async (tx): Promise<OptOutUndo | undefined> => {
    tx.audit('consent.noted', contactId, { action, method })
    if (action === 'attest') {
      const attested = await attestUnlessOptedOut(tx, [phone], { method, wording })
      if (attested.length === 0) fail('opt_out_stays')
      return undefined
    }
    const { isNew, stopped } = await optOutByMember(tx, phone, { method, wording })
    if (!isNew) return undefined
    const byId = scope.actor.kind === 'member' ? scope.actor.userId : null
    await optOutNotice.get()(tx, { contactIds: [contact.id], byId })
    return byId === null ? undefined : { stopped }
  })
  return { contact: await summaryOf(scope, contactId), ...(undo && { undo }) }
}

async function summaryOf(scope: Scope, contactId: string): Promise<ContactSummary> {
  return (await contactLookup.get().byId(scope.db, scope.org.country, contactId)) ?? fail('not_found')
}

import type { BodyOf } from '@crewline/contract/endpoint'
import type { recordConsent } from '@crewline/contract/consent'
import type { ContactSummary } from '@crewline/contract/contacts'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { attestNumbers, recordRepeatedOptOut, optOutNumbers } from './on-behalf.ts'
import { contactLookup, optOutNotice } from './ports.ts'
import { lockConsent } from './store/consent-status.ts'

/**
 * Records consent or an opt-out that a contact gave to a member. Refuses to record consent for an opted-out number: the
 * contact must send START. An opt-out is also shown in the conversation.
 */
export async function noteFor(
  scope: Scope,
  { contactId, action, method, wording }: BodyOf<typeof recordConsent>,
): Promise<{ contact: ContactSummary }> {
  const contact = await summaryOf(scope, contactId)
  const phone =
    contact.phone ??
    fail('recipient_no_mobile', {
      text: { en: 'Add a mobile number for this person first.', es: 'Primero añade un número móvil a esta persona.' },
    })
  await scope.tx(async (tx) => {
    const isOut = (await lockConsent(tx, [phone])).has(phone)
    if (action === 'attest') {
      if (isOut) fail('opt_out_stays')
      await attestNumbers(tx, [phone], { method, wording })
    } else if (isOut) await recordRepeatedOptOut(tx, phone, { method, wording })
    else {
      await optOutNumbers(tx, [phone], { method, wording })
      const byId = scope.actor.kind === 'member' ? scope.actor.userId : null
      await optOutNotice.get()(tx, { contactIds: [contact.id], byId })
    }
    tx.audit('consent.noted', contactId, { action, method })
  })
  return { contact: await summaryOf(scope, contactId) }
}

async function summaryOf(scope: Scope, contactId: string): Promise<ContactSummary> {
  return (await contactLookup.get().byId(scope.db, scope.org.country, contactId)) ?? fail('not_found')
}

import type { BodyOf } from '@crewline/contract/endpoint'
import type { noteConsent } from '@crewline/contract/consent'
import type { ContactHead } from '@crewline/contract/contacts'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { attestMany, noteAgain, optOutMany } from './on-behalf.ts'
import { numberHolders, optOutTold } from './plugs.ts'
import { holdStanding } from './store/standing.ts'

/**
 * Notes what a worker said to somebody of the team: that they agree, or that they want no more texts. Refuses to note that
 * somebody agrees who opted out: that is for them to say, by START. Their thread says that the opt-out was noted.
 */
export async function noteFor(
  scope: Scope,
  { contactId, action, method, words }: BodyOf<typeof noteConsent>,
): Promise<{ contact: ContactHead }> {
  const holder = await headOf(scope, contactId)
  const phone =
    holder.phone ??
    fail('recipient_no_mobile', {
      words: { en: 'Add a mobile number for this person first.', es: 'Primero añade un número móvil a esta persona.' },
    })
  await scope.tx(async (tx) => {
    const isOut = (await holdStanding(tx, [phone])).has(phone)
    if (action === 'attest') {
      if (isOut) fail('opt_out_stays')
      await attestMany(tx, [phone], { method, words })
    } else if (isOut) await noteAgain(tx, phone, { method, words })
    else {
      await optOutMany(tx, [phone], { method, words })
      const byId = scope.actor.kind === 'member' ? scope.actor.personId : null
      await optOutTold.get()(tx, { contactIds: [holder.id], byId })
    }
    tx.audit('consent.noted', contactId, { action, method })
  })
  return { contact: await headOf(scope, contactId) }
}

async function headOf(scope: Scope, contactId: string): Promise<ContactHead> {
  return (await numberHolders.get().byId(scope.db, scope.org.country, contactId)) ?? fail('not_found')
}

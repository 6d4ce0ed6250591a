import { CARRIER_CALL_MS } from '@crewline/contract/limits'
import { z } from 'zod'
import type { Account } from '../carrier.ts'
import { callCarrier, carrierPool } from '../connection.ts'
import { messageFlowOf, REVIEWED_ID, type CarrierIds, type Registrar, type Review } from '../registrar.ts'

const Answer = z.object({
  id: z.string(),
  state: z.enum(['pending', 'approved', 'rejected']),
  segmentsPerDay: z.number().int().nullable(),
  reasons: z.array(z.object({ code: z.string(), text: z.string(), fields: z.array(z.string()) })),
})

/** Registers at the simulator, which takes one form for everything and finds it again by our reference. */
export function simulatedRegistrar(baseUrl: string): Registrar {
  const review = async (
    account: Account,
    { path, form }: { path: string; form: object | undefined },
    ids: CarrierIds,
  ): Promise<Review> => {
    try {
      const answer = await callCarrier(`${baseUrl}/v1/registrations/${path}`, {
        pool: carrierPool,
        timeoutMs: CARRIER_CALL_MS,
        method: form ? 'PUT' : 'GET',
        headers: {
          authorization: `Bearer ${account.key}`,
          ...(form ? { 'content-type': 'application/json' } : {}),
        },
        body: form ? JSON.stringify(form) : null,
      })
      const body: unknown = await answer.body.json()
      if (answer.statusCode === 401) return { kind: 'failed', why: 'unknown_account' }
      if (answer.statusCode === 404) return { kind: 'failed', why: 'gone' }
      const { id, state, segmentsPerDay, reasons } = Answer.parse(body)
      if (ids.get(REVIEWED_ID) !== id) await ids.keep(REVIEWED_ID, id)
      if (state === 'pending') return { kind: 'in_review' }
      return state === 'approved' ? { kind: 'approved', segmentsPerDay } : { kind: 'rejected', reasons }
    } catch {
      return { kind: 'failed', why: 'unreachable' }
    }
  }
  return {
    brand: (account, { mode, company, reference }, ids) =>
      review(account, { path: `brand/${reference}`, form: mode === 'submit' ? company : undefined }, ids),
    campaign: async (account, { mode, company, use, reference, brandId, phones }, ids) => {
      const form = { ...use, brandId, name: company.displayName, messageFlow: messageFlowOf(use), phones }
      const path = `campaign/${reference}`
      const result = await review(account, { path, form: mode === 'submit' ? form : undefined }, ids)
      for (const phone of phones) if (ids.get(phone) === undefined) await ids.keep(phone, reference)
      return result
    },
    tollFree: (account, { mode, company, use, reference, phone }, ids) => {
      const { displayName: name, ein } = company
      const form = { ...use, name, ein, messageFlow: messageFlowOf(use), phones: [phone] }
      return review(account, { path: `toll_free/${reference}`, form: mode === 'submit' ? form : undefined }, ids)
    },
  }
}

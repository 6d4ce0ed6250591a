import { CARRIER_CALL_MS } from '@crewline/contract/limits'
import { request } from 'undici'
import { z } from 'zod'
import type { Carrier } from '../carrier.ts'
import { setUpAtSimulator } from './set-up.ts'

const ForSale = z.object({
  numbers: z.array(z.object({ phone: z.string(), city: z.string().nullable(), region: z.string().nullable() })),
})
/** The numbers for sale at the simulator, which gives any free number to any account. */
export function simulatedNumbers(baseUrl: string): NonNullable<Carrier['numbers']> {
  return {
    search: async (_account, { areaCode = '', contains = '', city = '' }) => {
      try {
        const query = new URLSearchParams({ areaCode, contains, city }).toString()
        const url = `${baseUrl}/v1/available-numbers?${query}`
        const answer = await request(url, { headersTimeout: CARRIER_CALL_MS, bodyTimeout: CARRIER_CALL_MS })
        return ForSale.parse(await answer.body.json()).numbers
      } catch {
        return 'unreachable'
      }
    },
    buy: (account, number) =>
      setUpAtSimulator(baseUrl, 'native', account, { ...number, isNew: true }).then(
        () => 'bought' as const,
        () => 'gone' as const,
      ),
    release: async (_account, phone) => {
      try {
        const answer = await request(`${baseUrl}/control/numbers/${encodeURIComponent(phone)}`, {
          method: 'DELETE',
          headersTimeout: CARRIER_CALL_MS,
          bodyTimeout: CARRIER_CALL_MS,
        })
        await answer.body.dump()
        return answer.statusCode < 300 ? 'ok' : 'unreachable'
      } catch {
        return 'unreachable'
      }
    },
  }
}

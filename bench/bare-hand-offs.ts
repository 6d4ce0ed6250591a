import type { Pool } from 'undici'
import type { TestEnvironment } from '../server/test/faults/test-environment.ts'
import type { Run } from './pairs.ts'

/** Concurrent hand-offs, as many as the simulated carrier's adapter allows on one line. */
export const IN_FLIGHT = 64

interface Bare {
  texts: number
  round: number
  /** Where the carrier posts receipts; the product by default, which ignores those of texts it does not know. */
  callbackUrl?: string
}

/** Hands texts to the carrier with nothing but a pool of connections: the floor of everything that sends. */
export async function postBare(
  environment: TestEnvironment,
  pool: Pool,
  { texts, round, callbackUrl }: Bare,
): Promise<Run> {
  const before = await countAccepted(environment)
  const headers = { authorization: `Bearer ${environment.fast.credentials.key}`, 'content-type': 'application/json' }
  let next = 0
  let accepted = 0
  const startedAt = performance.now()
  const post = async () => {
    while (next < texts) {
      const nth = next++
      const contact = environment.contacts[nth % environment.contacts.length] as TestEnvironment['contacts'][number]
      const answer = await pool.request({
        method: 'POST',
        path: '/v1/texts',
        headers,
        body: JSON.stringify({
          reference: `floor-${round}-${before}-${nth}`,
          from: environment.fast.phone,
          to: contact.phone,
          body: bodyOf(round, nth),
          mediaUrls: [],
          callbackUrl:
            callbackUrl ?? `${environment.address}/hooks/simulated/${environment.fast.id}/${environment.fast.id}`,
          validitySeconds: 14_400,
        }),
      })
      await answer.body.text()
      if (answer.statusCode === 202) accepted += 1
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, post))
  const seconds = (performance.now() - startedAt) / 1000
  if (accepted !== texts) throw new Error(`the floor handed off ${accepted} of ${texts}`)
  return { count: texts, seconds }
}

/** Returns how many messages the carrier has accepted so far. */
export async function countAccepted(environment: TestEnvironment): Promise<number> {
  const since = counted.get(environment) ?? 0
  const text = await (await fetch(`${environment.carrierUrl}/control/ledger?since=${since}`)).text()
  const last = text.split('\n').findLast(Boolean)
  const n = last ? (JSON.parse(last) as { n: number }).n : since
  counted.set(environment, n)
  return n
}
const counted = new WeakMap<TestEnvironment, number>()

/** The text of every hand-off that is compared. */
export function bodyOf(round: number, nth: number): string {
  return `Round ${round}, text ${nth}: your shift tomorrow starts at 6:30 at the north gate. Reply YES if you can come.`
}

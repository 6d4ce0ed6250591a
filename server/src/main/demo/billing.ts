import { fastify } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import { checkOut, syncOrganization } from '../../modules/billing/index.ts'
import { stripeSimulator } from '../../simulators/stripe/plugin.ts'
import type { DemoOrganization } from './organizations.ts'
import { ownerScope } from './owner-scope.ts'
import type { SeededOrganization } from './write-organization.ts'

/** Stripe's test cards: one that pays, one that is accepted and then declined. */
const PAYS = '4242424242424242'
const DECLINED = '4000000000000341'

/** What each organization buys. */
const PLANS: Record<DemoOrganization['key'], 'starter' | 'team' | 'growth'> = {
  acme: 'growth',
  plant: 'team',
  cold: 'team',
  clinic: 'starter',
  bakery: 'starter',
}

/**
 * Buys a plan for each demo organization from the simulated Stripe, as an owner would, and lets the cards of two fail. The
 * product reads it from there, so that everything about billing works in the demo.
 */
export async function buyPlans(kernel: Kernel, seeded: SeededOrganization[]): Promise<void> {
  const { stripe } = kernel.config
  if (!stripe?.isSimulated) return
  const app = fastify()
  await app.register(stripeSimulator, {
    ...stripe,
    prefix: '/dev/stripe',
    file: `${kernel.config.dataDir}/simulator/stripe.json`,
    // Its pages are those of the server that starts after this.
    url: () => `${kernel.config.publicUrl}/dev/stripe`,
    webhookUrl: () => `${kernel.config.publicUrl}/hooks/stripe`,
    isQuiet: true,
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const shop = {
    kernel: { ...kernel, config: { ...kernel.config, stripe: { ...stripe, simulatorUrl: address } } },
    address,
  }
  try {
    for (const organization of seeded) await buyPlan(shop, organization)
  } finally {
    await app.close()
  }
}

async function buyPlan(
  { kernel, address }: { kernel: Kernel; address: string },
  { organization, id, senders }: SeededOrganization,
): Promise<void> {
  const [owner] = senders
  if (!owner) return
  const { url } = await checkOut(kernel, ownerScope(kernel, id, owner.userId), PLANS[organization.key])
  await fetch(`${address}${new URL(url).pathname}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ number: PAYS }),
  })
  await syncOrganization(kernel, id)
  const { owesForDays } = organization
  if (owesForDays === undefined) return
  const customer = await customerOf(address, id)
  await control(address, `customers/${customer}/card`, { number: DECLINED })
  await control(address, `customers/${customer}/end-period`, { daysAgo: owesForDays })
  await syncOrganization(kernel, id)
}

async function customerOf(address: string, orgId: string): Promise<string> {
  const answer = await fetch(`${address}/dev/stripe/control/state`)
  const { customers } = (await answer.json()) as {
    customers: Record<string, { id: string; metadata: { organization?: string } }>
  }
  const found = Object.values(customers).find(({ metadata }) => metadata.organization === orgId)
  if (!found) throw new Error('a demo organization did not become a customer')
  return found.id
}

async function control(address: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${address}/dev/stripe/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the simulated Stripe refused ${path}`)
}

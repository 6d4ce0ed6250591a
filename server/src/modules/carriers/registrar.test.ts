import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KINDS, type Kind } from '../../../test/kit/carrier-kinds.ts'
import { startCarrier, type TestCarrier } from '../../../test/kit/carrier.ts'
import { registeredCompany, registeredUse } from '../../../test/kit/registration.ts'
import { realWorld } from '../../kernel/world.ts'
import { REVIEWED_ID, type CarrierIds, type CompanyToRegister, type UseToRegister } from './registrar.ts'

let carrier: TestCarrier
beforeAll(async () => {
  carrier = await startCarrier()
})
afterAll(() => carrier.close())

const { privacyKept: _kept, ...answers } = registeredCompany
const company: CompanyToRegister = { ...answers, displayName: 'Acme', ein: '123456789', phone: '+13125550100' }
const use: UseToRegister = registeredUse

/** Keeps ids as the database does. */
function remember(): CarrierIds & { all: Map<string, string> } {
  const all = new Map<string, string>()
  return { all, get: (name) => all.get(name), keep: async (name, id) => void all.set(name, id) }
}

async function open(kind: Kind, phones: string[]) {
  const adapter = kind.make(carrier.url)
  for (const phone of phones) {
    const hooks = { label: 'Main', inboundUrl: 'http://127.0.0.1:9/hooks' }
    await adapter.setUp?.(kind.account, { phone, ...hooks })
  }
  const { registrar } = adapter
  if (!registrar) throw new Error('this carrier registers nothing')
  return registrar
}
const reference = () => realWorld().id()
const atCarrier = async () =>
  ((await (await fetch(`${carrier.url}/control/registrations`)).json()) as { registrations: { id: string }[] })
    .registrations

describe.each(KINDS)('$name', (kind) => {
  test('registers a company, its use and its numbers, and creates nothing twice', async () => {
    const phones = [kind.line]
    const registrar = await open(kind, phones)
    const before = (await atCarrier()).length
    const [brand, campaign] = [remember(), remember()]
    const order = { company, reference: reference(), attempt: 'first' }
    expect(await registrar.brand(kind.account, { mode: 'submit', ...order }, brand)).toEqual({ kind: 'in_review' })
    expect(await registrar.brand(kind.account, { mode: 'submit', ...order }, brand)).not.toMatchObject({
      kind: 'failed',
    })
    expect((await atCarrier()).length).toBe(before + 1)
    await registrar.brand(kind.account, { mode: 'read', ...order }, brand)
    expect(await registrar.brand(kind.account, { mode: 'read', ...order }, brand)).toMatchObject({ kind: 'approved' })

    const brandId = brand.get(REVIEWED_ID) ?? ''
    const used = { company, use, reference: reference(), brandId, phones }
    expect(await registrar.campaign(kind.account, { mode: 'submit', ...used }, campaign)).toEqual({ kind: 'in_review' })
    expect(await registrar.campaign(kind.account, { mode: 'read', ...used }, campaign)).toMatchObject({
      kind: 'approved',
    })
    expect(campaign.get(kind.line)).toBeDefined()
    expect((await atCarrier()).length).toBe(before + 2)

    // An approved use keeps running when the answers change: without it the numbers could not send.
    const running = campaign.get(REVIEWED_ID)
    const changed = { ...used, use: { ...use, useCase: 'customer_care' as const, description: 'Something else.' } }
    await registrar.campaign(kind.account, { mode: 'submit', ...changed }, campaign)
    expect(campaign.get(REVIEWED_ID)).toBe(running)
    expect((await atCarrier()).length).toBe(before + 2)
  })

  test('reports a wrong EIN, and approves the corrected company', async () => {
    const registrar = await open(kind, [kind.line])
    const ids = remember()
    const wrong = { company: { ...company, displayName: 'Wrong', website: 'https://w.example', ein: '120000000' } }
    const order = { ...wrong, reference: reference(), attempt: 'first' }
    await registrar.brand(kind.account, { mode: 'submit', ...order }, ids)
    const review = await registrar.brand(kind.account, { mode: 'read', ...order }, ids)
    expect(review).toMatchObject({ kind: 'rejected' })
    expect(JSON.stringify(review)).toMatch(/TAX_ID|EIN/)
    const fixed = { ...order, attempt: 'second', company: { ...order.company, ein: '123456780' } }
    await registrar.brand(kind.account, { mode: 'submit', ...fixed }, ids)
    await registrar.brand(kind.account, { mode: 'read', ...fixed }, ids)
    expect(await registrar.brand(kind.account, { mode: 'read', ...fixed }, ids)).toMatchObject({ kind: 'approved' })
  })

  test('reports samples that do not name the sender, and approves the corrected use', async () => {
    const registrar = await open(kind, [kind.line])
    const brand = remember()
    const order = { company, reference: reference(), attempt: 'first' }
    await registrar.brand(kind.account, { mode: 'submit', ...order }, brand)
    const ids = remember()
    const used = {
      company,
      use: { ...use, samples: ['Your shift starts at 7.', 'Closed today.'] },
      reference: reference(),
      brandId: brand.get(REVIEWED_ID) ?? '',
      phones: [],
    }
    await registrar.campaign(kind.account, { mode: 'submit', ...used }, ids)
    expect(await registrar.campaign(kind.account, { mode: 'read', ...used }, ids)).toMatchObject({
      kind: 'rejected',
      reasons: [{ text: expect.stringContaining('Sample messages') as string }],
    })
    await registrar.campaign(kind.account, { mode: 'submit', ...used, use }, ids)
    await registrar.campaign(kind.account, { mode: 'read', ...used, use }, ids)
    expect(await registrar.campaign(kind.account, { mode: 'read', ...used, use }, ids)).toMatchObject({
      kind: 'approved',
    })
  })

  test('verifies a toll-free number', async () => {
    const phone = `+1800555${kind.line.slice(-4)}`
    const registrar = await open(kind, [phone])
    const ids = remember()
    const order = { company, use, reference: reference(), phone }
    expect(await registrar.tollFree(kind.account, { mode: 'submit', ...order }, ids)).toEqual({ kind: 'in_review' })
    expect(await registrar.tollFree(kind.account, { mode: 'read', ...order }, ids)).toEqual({
      kind: 'approved',
      segmentsPerDay: null,
    })
  })

  test('tells an outage and a wrong key from a rejection', async () => {
    const registrar = await open(kind, [kind.line])
    const order = { mode: 'submit' as const, company, reference: reference(), attempt: 'first' }
    const stranger = { ...kind.account, key: kind.account.key.replace(/.$/, '0') }
    expect(await registrar.brand(stranger, order, remember())).toEqual({ kind: 'failed', why: 'unknown_account' })
    await carrier.behaves({ mode: 'outage' })
    expect(await registrar.brand(kind.account, order, remember())).toEqual({ kind: 'failed', why: 'unreachable' })
    await carrier.behaves({ mode: 'ok' })
  })
})

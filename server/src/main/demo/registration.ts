import type { RegisteredCompany, RegisteredUse } from '@crewline/contract/carrier-registration'
import { fastify } from 'fastify'
import { join } from 'node:path'
import type { Kernel } from '../../kernel/kernel.ts'
import { followUp } from '../../modules/carrier-registration/follow-up.ts'
import { save } from '../../modules/carrier-registration/form.ts'
import { submit } from '../../modules/carrier-registration/submit.ts'
import { announceLine } from '../../modules/carriers/index.ts'
import { everyLine } from '../../modules/lines/index.ts'
import { carrierSimulator } from '../../simulators/carrier/plugin.ts'
import { kernelAt } from './earlier.ts'
import { HOUR } from './moments.ts'
import { ownerScope } from './owner-scope.ts'
import type { SeededOrganization } from './write-organization.ts'

const COMPANY: RegisteredCompany = {
  legalName: 'Acme Foods, Inc.',
  entityType: 'private_profit',
  stockSymbol: '',
  stockExchange: '',
  vertical: 'manufacturing',
  street: '4800 W Cermak Rd',
  city: 'Cicero',
  region: 'IL',
  postalCode: '60804',
  website: 'https://acmefoods.example',
  privacyUrl: 'https://acmefoods.example/privacy',
  privacyKept: true,
  firstname: 'Maria',
  lastname: 'Lopez',
  title: 'HR director',
  email: 'maria.lopez@acmefoods.example',
  phone: '(312) 555-0100',
}

/** A number that the simulated registry does not know: the review ends as many first ones do. */
const MISTYPED_EIN = '36-4410000'

const USE: RegisteredUse = {
  useCase: 'mixed',
  description: 'Acme Foods texts its employees about their shifts, safety and news at its plants.',
  samples: [
    'Acme Foods: your shift starts at 6 tomorrow. Reply STOP to opt out.',
    'Acme Foods: Dock 4 is closed today. Use the north gate.',
  ],
  hasLinks: false,
  hasPhones: false,
  optInFlow: 'New employees scan the poster in the break room and agree on our page. They can reply STOP at any time.',
  consentText:
    'I agree to get work texts from Acme Foods, up to 4 a week. Message and data rates may apply. Reply STOP to end, HELP for help.',
  optInUrl: 'https://acmefoods.example/texts',
  helpText: 'Acme Foods staff texts. Questions: 312-555-0100. Reply STOP to opt out.',
  optOutText: 'Acme Foods: You will get no more texts.',
  monthlyTexts: 10_000,
}

/**
 * Registers an organization at the simulated carrier, as an owner would. The company is rejected for its EIN, so that the
 * page shows the reason beside the field, and fixing it leads to the approval.
 */
export async function registerWithCarrier(
  kernel: Kernel,
  { id: orgId, line, senders: [owner] }: SeededOrganization,
): Promise<void> {
  const { config } = kernel
  if (!config.simulators || config.simulatorUrl || !owner) return
  const app = fastify()
  await app.register(carrierSimulator, {
    prefix: '/dev/carrier',
    dir: join(config.dataDir, 'simulator'),
    fsync: false,
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const reaching = { ...kernel, config: { ...config, simulatorUrl: `${address}/dev/carrier` } }
  try {
    const yesterday = kernelAt(reaching, kernel.world.now().getTime() - 26 * HOUR)
    const scope = ownerScope(yesterday, orgId, owner.userId)
    const lines = await everyLine(scope.db, kernel.encryption)
    for (const known of lines) if (known.id === line.id) await announceLine(yesterday, known, 'Main line')
    const { version } = await save(yesterday, scope, { version: 0, company: COMPANY, ein: MISTYPED_EIN, use: USE })
    await submit(yesterday, scope, { kind: 'brand', carrier: 'simulated', version })
    const today = kernelAt(reaching, kernel.world.now().getTime() - 2 * HOUR)
    await followUp(today, ownerScope(today, orgId, owner.userId))
  } finally {
    await app.close()
  }
}

import { fastify } from 'fastify'
import type { Kernel } from '../../kernel/kernel.ts'
import { finishConnection, openConnectionPage, passSyncs } from '../../modules/hr/index.ts'
import { HARBOR_FOODS } from '../../simulators/finch/companies.ts'
import { finchSimulator } from '../../simulators/finch/plugin.ts'
import { ownerScope } from './owner-scope.ts'
import type { SeededOrganization } from './write-organization.ts'

/**
 * Connects an organization to the simulated HR system, as an owner would. The first sync waits for a review, so that the
 * page shows what it would change.
 */
export async function connectHrSystem(kernel: Kernel, { id, senders }: SeededOrganization): Promise<void> {
  const { finch } = kernel.config
  const [owner] = senders
  if (!finch?.isSimulated || !owner) return
  const app = fastify()
  await app.register(finchSimulator, {
    ...finch,
    prefix: '/dev/finch',
    file: `${kernel.config.dataDir}/simulator/finch.json`,
    // Its pages are those of the server that starts after this.
    url: () => `${kernel.config.publicUrl}/dev/finch`,
    webhookUrl: () => `${kernel.config.publicUrl}/hooks/finch`,
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const connecting = { ...kernel, config: { ...kernel.config, finch: { ...finch, simulatorUrl: address } } }
  try {
    const scope = ownerScope(connecting, id, owner.userId)
    const page = new URL(await openConnectionPage(connecting, scope))
    const answer = await fetch(
      `${address}/dev/finch/control/sessions/${page.searchParams.get('session') ?? ''}/allow`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ companyId: HARBOR_FOODS.id }),
      },
    )
    const { code } = (await answer.json()) as { code: string }
    await finishConnection(connecting, scope, { orgId: id, code })
    while (await passSyncs(connecting));
  } finally {
    await app.close()
  }
}

// Owns the addresses of customers' systems, what is sent to them and what became of it. Follows messages, consent,
// contacts and broadcasts. A delivery is recorded in the transaction that moves its cursor, and sent at least once.
import { WEBHOOK_KEPT_DAYS } from '@crewline/contract/webhook-limits'
import { defineCron } from '../../kernel/jobs/define.ts'
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { startDelivering } from './deliver.ts'
import { figures } from './figures-views.ts'
import { startRecording } from './following.ts'
import { heldWebhooks } from './holdings-views.ts'
import { routes } from './routes.ts'
import { sealedColumns } from './sealed-columns.ts'
import { deleteOldDeliveries, giveWebhooks } from './store.ts'
import { webhooksWithGroup } from './uses-views.ts'

export { isPersistent, pauseAfter, waitAfter } from './schedule-rules.ts'

export const module = defineModule({
  name: 'webhooks',
  owns: ['webhook_endpoint', 'webhook_delivery', 'webhook_attempt'],
  contactData,
  uses: { ofGroup: webhooksWithGroup },
  memberHoldings: [
    { kind: 'webhooks', needs: 'api.manage', without: 'continues', held: heldWebhooks, handOver: giveWebhooks },
  ],
  sealedColumns,
  routes,
  figures,
  crons: [
    defineCron({
      name: 'webhooks.forget-deliveries',
      at: '11 4 * * *',
      run: (kernel) =>
        deleteOldDeliveries(
          kernel.database.asSystem('old deliveries of every organization are deleted'),
          new Date(kernel.world.now().getTime() - WEBHOOK_KEPT_DAYS * 86_400_000),
        ),
    }),
  ],
  runs: [
    { role: 'worker', start: async (kernel) => startRecording(kernel) },
    { role: 'worker', start: async (kernel) => startDelivering(kernel) },
  ],
})

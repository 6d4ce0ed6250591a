// Owns the list of systems that can be connected, and the channels of Slack and Teams: what they get, and what waits for
// them. Follows voicemails, broadcasts and billing, and looks each minute for what waits too long. A notice is recorded once
// for each channel, and posted at least once.
import { CHAT_KEPT_DAYS } from '@crewline/contract/integration-limits'
import { defineCron } from '../../kernel/jobs/define.ts'
import { defineModule } from '../../kernel/module.ts'
import { contactData } from './contact-data.ts'
import { startPosting } from './deliver.ts'
import { recordAll, startRecording } from './recording.ts'
import { routes } from './routes.ts'
import { sealedColumns } from './sealed-columns.ts'
import { deleteOldPosts } from './store.ts'
import { channelsWithGroup } from './uses-views.ts'

export const module = defineModule({
  name: 'integrations',
  owns: ['chat_channel', 'chat_post'],
  contactData,
  uses: { ofGroup: channelsWithGroup },
  sealedColumns,
  routes,
  crons: [
    defineCron({ name: 'integrations.record', at: '* * * * *', run: recordAll }),
    defineCron({
      name: 'integrations.forget-posts',
      at: '23 4 * * *',
      run: (kernel) =>
        deleteOldPosts(
          kernel.database.asSystem('old posts of every organization are deleted'),
          new Date(kernel.world.now().getTime() - CHAT_KEPT_DAYS * 86_400_000),
        ),
    }),
  ],
  runs: [
    { role: 'worker', start: async (kernel) => startRecording(kernel) },
    { role: 'worker', start: async (kernel) => startPosting(kernel) },
  ],
})

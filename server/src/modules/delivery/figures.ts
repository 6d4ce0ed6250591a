import { readdir } from 'node:fs/promises'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Figure } from '../../kernel/module.ts'
import { waitingByLane, countsForOperator } from './views.ts'
import { spoolFolder } from './spool.ts'

const system = (kernel: Kernel) => kernel.database.asSystem('the metrics count what waits in every organization')

const count = (name: keyof Awaited<ReturnType<typeof countsForOperator>>, help: string): Figure => ({
  name,
  help,
  read: async (kernel) => [{ value: (await countsForOperator(system(kernel)))[name] }],
})

/** What an operator watches about sending and receiving. */
export const figures: readonly Figure[] = [
  {
    name: 'messages_due',
    help: 'Messages that are due and not handed to a carrier, those of paused lines included.',
    label: 'lane',
    read: async (kernel) =>
      (await waitingByLane(system(kernel))).map(({ lane, waiting }) => ({ label: lane, value: waiting })),
  },
  {
    name: 'messages_due_oldest_seconds',
    help: 'How long the oldest due message has been waiting.',
    label: 'lane',
    read: async (kernel) =>
      (await waitingByLane(system(kernel))).map(({ lane, oldest }) => ({ label: lane, value: oldest })),
  },
  count('outcomes_unknown', 'Messages whose outcome the carrier has not reported.'),
  count('events_quarantined', 'Carrier events that could not be stored and wait for a person.'),
  count(
    'organizations_under_review',
    'Organizations that send nothing since their database was restored from a backup.',
  ),
  count('lines_paused', 'Lines that send nothing until a member resumes them.'),
  {
    name: 'spool_files',
    help: 'Files of webhooks on this disk that wait for the database; nothing is sent while there are any.',
    read: async (kernel) => {
      const names = await readdir(spoolFolder(kernel.config.dataDir)).catch(() => [])
      return [{ value: names.filter((name) => name.startsWith('open-') || name.startsWith('ready-')).length }]
    },
  },
]

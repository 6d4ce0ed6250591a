import { PHRASE_KEPT_DAYS } from '@crewline/contract/translation-limits'
import { defineCron } from '../../kernel/jobs/define.ts'
import { deleteRemoved } from './store/phrases.ts'

/** Scheduled jobs of the translation module. */
export const crons = [
  defineCron({
    name: 'translation.delete-removed',
    at: '37 4 * * *',
    run: ({ database, world }) => {
      const system = database.asSystem('removed phrases of every organization are deleted when their time is over')
      return deleteRemoved(system, new Date(world.now().getTime() - PHRASE_KEPT_DAYS * 86_400_000))
    },
  }),
]

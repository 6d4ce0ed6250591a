import { defineCron } from '../../kernel/jobs/define.ts'
import { deleteOldTexts } from './old-texts.ts'

export const crons = [
  defineCron({
    name: 'transfers.old-texts',
    at: '57 2 * * *',
    run: async (kernel) => void (await deleteOldTexts(kernel)),
  }),
]

// Owns translation: reviewed phrases and those of organizations, the connected service, the checks of machine translations, and the memory of
// earlier ones. Emits no events: a translation is a return value. Must never know messages.
import { defineModule } from '../../kernel/module.ts'
import { crons } from './jobs.ts'
import { routes } from './routes.ts'

export { languageOf } from './detect.ts'
export { makePack } from './packs/make.ts'
export { importPack, packsIn, pairOf, removePack } from './packs/store.ts'
export { phrasebookOf, shippedPhrasebook } from './organization-phrases.ts'
export type { MarkedPiece } from './marks.ts'
export { baseOf, hasWords } from './rules.ts'
export { deleteTranslations } from './store/memory.ts'
export { recorded, sourceOfTranslation, translate, translateByPhrases, translateMarked } from './translate.ts'

export const module = defineModule({
  name: 'translation',
  owns: ['translation_memory', 'phrasebook', 'phrase', 'phrase_text'],
  routes,
  crons,
})

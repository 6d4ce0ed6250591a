// Owns translation: the translators and the memory of earlier translations. Emits no events: a translation is a return
// value. Must never know messages.
import { defineModule } from '../../kernel/module.ts'
import { routes } from './routes.ts'

export { languageOf } from './detect.ts'
export { translateAtOnce } from './at-once.ts'
export { baseOf, hasWords } from './rules.ts'
export { deleteTranslations } from './store.ts'
export { translate } from './translate.ts'

export const module = defineModule({ name: 'translation', owns: ['translation_memory'], routes })

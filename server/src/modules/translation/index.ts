// Owns how words become another language: the translators and what they have translated before.
// Tells nobody anything: a translation is a value it hands back.
// Must never know messages.
import { defineRoom } from '../../kernel/room.ts'
import { routes } from './routes.ts'

export { languageOf } from './detect.ts'
export { translateAtOnce } from './at-once.ts'
export { baseOf, hasWords } from './rules.ts'
export { forgetTranslations } from './store.ts'
export { translate } from './translate.ts'

export const room = defineRoom({ name: 'translation', owns: ['translation_memory'], routes })

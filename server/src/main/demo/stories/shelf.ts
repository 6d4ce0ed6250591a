import { readScripts, type Script } from '../script.ts'
import { SHIFTS } from './english-shifts.ts'
import { TROUBLE_AFTER_STOP, TROUBLE_OF_ANYONE, TROUBLE_OF_DEAD_NUMBERS, TROUBLE_OF_LANDLINES } from './trouble.ts'
import { UNANSWERED } from './unanswered.ts'

/** Dialogues of the food company by the language the worker writes. */
export const FOOD_STORIES: Record<string, Script[]> = { en: readScripts(SHIFTS) }

/** Dialogues of the clinic, all in English. */
export const CLINIC_STORIES: Script[] = readScripts(SHIFTS)

/** Texts of workers that nobody has answered yet, by language. */
export const OPEN_STORIES: Record<string, Script[]> = { en: readScripts(UNANSWERED) }

/** Texts that did not go as they should. */
export const TROUBLE = {
  anyone: readScripts(TROUBLE_OF_ANYONE),
  landline: readScripts(TROUBLE_OF_LANDLINES),
  notInUse: readScripts(TROUBLE_OF_DEAD_NUMBERS),
  optedOut: readScripts(TROUBLE_AFTER_STOP),
}

/** How people opt out, by language. */
export const STOP_WORDS: Record<string, string[]> = {
  en: ['STOP', 'Stop', 'stop', 'Unsubscribe', 'please stop', 'STOP STOP', 'quit', 'end'],
  es: ['ALTO', 'Stop', 'PARAR', 'Baja', 'alto por favor', 'cancelar'],
  ht: ['Kanpe', 'STOP', 'Sispann'],
  fr: ['ARRET', 'Arrêter', 'STOP'],
  vi: ['Dừng', 'STOP', 'Hủy'],
  zh: ['停止', '退订', 'STOP'],
  ar: ['توقف', 'إيقاف', 'STOP'],
}
